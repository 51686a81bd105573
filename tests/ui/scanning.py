"""Scanning a code from a screenshot, as another phone's camera does."""

from __future__ import annotations

import struct
import zlib

import zxingcpp

BYTES = {2: 3, 6: 4}
"""Bytes of a pixel by PNG's colour type: with or without transparency."""


def scan(png: bytes) -> str:
    """Read the one QR code in a picture."""
    wide, rows = _read(png)
    pixels = b"".join(rows)
    [code] = zxingcpp.read_barcodes(memoryview(pixels).cast("B", (len(rows), wide)))
    return str(code.text)


def _read(png: bytes) -> tuple[int, list[bytes]]:
    """Give a picture's width, and its rows in shades of grey: PNG's green, which will do."""
    wide, high, depth, kind = struct.unpack(">IIBB", png[16:26])
    assert depth == 8
    size = BYTES[kind]
    packed, at = b"", 8
    while at < len(png):
        length, name = struct.unpack(">I4s", png[at : at + 8])
        if name == b"IDAT":
            packed += png[at + 8 : at + 8 + length]
        at += length + 12
    raw = zlib.decompress(packed)
    stride = wide * size
    above = bytearray(stride)
    rows = []
    for number in range(high):
        start = number * (stride + 1)
        above = _unfilter(raw[start], raw[start + 1 : start + 1 + stride], above, size)
        rows.append(bytes(above[1::size]))
    return wide, rows


def _unfilter(how: int, line: bytes, above: bytearray, size: int) -> bytearray:
    """Undo what PNG did to a line (RFC 2083, 6)."""
    made = bytearray(line)
    if how == 0:
        return made
    for at in range(len(made)):
        left = made[at - size] if at >= size else 0
        up = above[at]
        if how == 1:
            guess = left
        elif how == 2:
            guess = up
        elif how == 3:
            guess = (left + up) // 2
        else:
            guess = _paeth(left, up, above[at - size] if at >= size else 0)
        made[at] = (made[at] + guess) & 255
    return made


def _paeth(left: int, up: int, corner: int) -> int:
    distances = [abs(up - corner), abs(left - corner), abs(left + up - 2 * corner)]
    return (left, up, corner)[distances.index(min(distances))]
