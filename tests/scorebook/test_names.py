"""Names of players and circles: what may be one, how it is kept, and when two are the same."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.scorebook.errors import Refused
from scorekeeper.scorebook.names import clean_name, name_key


def refusal(name: str) -> str:
    """Give the code with which a name is refused."""
    with pytest.raises(Refused) as refused:
        clean_name(name, "/players")
    [problem] = refused.value.problems
    assert problem.field == "/players"
    assert problem.words()
    return problem.code


@pytest.mark.parametrize(
    "name",
    [
        "Ada",
        "A",
        "O'Ré",
        "李",
        "<b>Bold</b>",
        "$x",
        "${7*7}",
        "{{ 7*7 }}",
        "%(name)s",
        "100%",
        "'; DROP TABLE player; --",
        "0",
        "None",
        "-1",
        "🂡",
        "👩‍👩‍👧‍👦",  # joined by U+200D
        "🏳️‍🌈",
        "\U0001fae8",  # an emoji that is younger than Python 3.11's tables
        "Ada & Ben",
        "مريم",
        "דנה",
        "Ñandú ß İ \u0131",
        "Zoë-Marie van 't Hoff",
        "x" * 40,
        "🂡" * 40,
        "a\u0301" * 20 + "b" * 20,  # 60 characters typed, 40 in NFC
    ],
)
def test_name_simply_works(name: str) -> None:
    """Whatever people are called, and whatever a page or a database might trip over."""
    assert clean_name(name)


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  Ada  ", "Ada"),
        ("\tAda\n", "Ada"),
        ("\u00a0\u3000Ada\u2003", "Ada"),
        ("Ada  Lovelace", "Ada  Lovelace"),
        ("Zoe\u0308", "Zoë"),
        ("\u212bsa", "Åsa"),  # the sign for Ångström is the letter
        ("x" * 40 + " ", "x" * 40),
    ],
)
def test_name_is_kept_trimmed_and_in_nfc(typed: str, kept: str) -> None:
    """So that what looks the same is the same."""
    assert clean_name(typed) == kept


@pytest.mark.parametrize("name", ["", " ", "\t\n", "\u3000", "\u200b", "\u200d\ufeff", "\u0301"])
def test_name_without_anything_to_see_is_refused(name: str) -> None:
    """Blanks, joiners and lone accents are no name."""
    assert refusal(name) == "NAME_EMPTY"


@pytest.mark.parametrize(
    ("name", "found"), [("x" * 41, 41), ("🂡" * 41, 41), ("y" * 100_000, 100_000)]
)
def test_name_of_more_than_forty_characters_is_refused(name: str, found: int) -> None:
    """It says how many there are, and how many may be."""
    with pytest.raises(Refused) as refused:
        clean_name(name)
    [problem] = refused.value.problems

    assert (problem.code, problem.expected, problem.found) == ("NAME_TOO_LONG", 40, found)
    assert problem.field == "/name"


@pytest.mark.parametrize(
    "character",
    [
        *map(chr, (0, 1, 7, 8, 10, 13, 27, 127, 0x85, 0x9F, 0x2028, 0x2029)),
        *map(chr, range(0x202A, 0x202F)),  # embeddings and overrides
        *map(chr, range(0x2066, 0x206A)),  # isolates
        *map(chr, (0xD800, 0xDFFF)),  # halves of a character
    ],
    ids=ascii,
)
def test_control_and_bidi_override_characters_are_refused(character: str) -> None:
    """They could break a line, or turn the names beside them round."""
    assert refusal(f"A{character}da") == "NAME_CONTROL"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ada", "ADA"),
        ("ada", "aDa"),
        ("straße", "STRASSE"),
        ("Straße", "strasse"),
        ("ẞ", "ß"),
        ("İ", "i\u0307"),
        ("ΣΟΦΙΑΣ", "σοφιας"),
        ("Éva", "éVA"),
        ("Zoe\u0308", "ZOË"),
        ("ŉa", "\u02bcNA"),
        ("ﬁona", "FIONA"),
        ("ǅuro", "ǆURO"),
        ("\u1fb3", "\u03b1\u0399"),  # ᾳ, whose capital has the iota beside it
    ],
)
def test_names_that_differ_in_case_only_are_the_same(one: str, other: str) -> None:
    """Also where a capital has another length, or the same letter is written in two ways."""
    assert name_key(clean_name(one)) == name_key(clean_name(other))


@pytest.mark.parametrize(
    ("one", "other"),
    [("I", "\u0131"), ("İ", "i"), ("Ada", "Adá"), ("O", "0"), ("Ada", "Ada 2"), ("\u0410", "A")],
)
def test_names_that_differ_in_more_than_case_are_two(one: str, other: str) -> None:
    """A dotless i is no i, and a Cyrillic A no Latin one."""
    assert name_key(clean_name(one)) != name_key(clean_name(other))


@given(st.text(max_size=60))
@settings(deadline=None, derandomize=True, max_examples=300)
def test_a_name_is_kept_or_refused_and_stays_as_it_is(typed: str) -> None:
    """Any text at all gives a name of 1 to 40 characters or a refusal; cleaning twice is once."""
    try:
        kept = clean_name(typed)
    except Refused:
        return

    assert 1 <= len(kept) <= 40
    assert clean_name(kept) == kept
