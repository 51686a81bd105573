"""How hypothesis looks for examples here: the same ones in every run, without a clock."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("rules", deadline=None, derandomize=True, max_examples=300)
settings.load_profile("rules")
