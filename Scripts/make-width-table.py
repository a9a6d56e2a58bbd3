#!/usr/bin/env python3
"""Writes the table of column widths.

    pip install wcwidth unicodedata2==17.0.0
    python3 Scripts/make-width-table.py > Sources/Terminal/Text/WidthRuns.swift

Widths come from wcwidth's tables of Unicode 17, and categories from unicodedata2's data of the same
version. wcwidth counts a spacing mark (Mc) as 0. In this table it takes one column, or two if its
East Asian Width is wide, as in the C library and most terminals. A run is written as one number:
its first code point << 2 | kind, where the kind is the width 0, 1 or 2, or 3 for code points that
cannot be printed (controls, surrogates, unassigned code points and noncharacters).
"""
import unicodedata2
import wcwidth

UNICODE = "17.0.0"
UNPRINTABLE = 3


def kind(code_point: int) -> int:
    character = chr(code_point)
    if unicodedata2.category(character) in ("Cc", "Cs", "Cn"):
        return UNPRINTABLE
    if unicodedata2.category(character) == "Co":
        return 1
    if 0x1F1E6 <= code_point <= 0x1F1FF:  # half of a flag; two halves take two columns
        return 1
    width = wcwidth.wcwidth(character, UNICODE)
    if width == 0 and unicodedata2.category(character) == "Mc":
        return 2 if unicodedata2.east_asian_width(character) == "W" else 1
    return UNPRINTABLE if width < 0 else width


def runs():
    last = None
    for code_point in range(0x110000):
        current = kind(code_point)
        if current != last:
            yield code_point << 2 | current
            last = current


# Each block of BLOCK code points up to END has an entry in widthFirstRuns; few runs begin after END.
END, BLOCK = 0x20000, 0x100


def first_runs(starts):
    """Returns the run that contains the first code point of each block, so that a search is short."""
    run = 0
    for first in range(0, END + 1, BLOCK):
        while run + 1 < len(starts) and starts[run + 1] >> 2 <= first:
            run += 1
        yield run


def write(name, type_name, numbers):
    print(f"let {name}: [{type_name}] = [")
    for start in range(0, len(numbers), 10):
        print("  " + ", ".join(numbers[start:start + 10]) + ",")
    print("]")


def main():
    assert unicodedata2.unidata_version == UNICODE, unicodedata2.unidata_version
    print(f"// Unicode {UNICODE}, made by Scripts/make-width-table.py; do not edit.")
    print("// swift-format-ignore-file\n")
    print("/// Runs of equal width, in order: first code point << 2 | width, 3 for unprintable.")
    starts = list(runs())
    write("widthRuns", "UInt32", [f"0x{number:X}" for number in starts])
    print("\n/// For each block of 256 code points up to U+20000, the run that contains its first one.")
    write("widthFirstRuns", "UInt16", [str(run) for run in first_runs(starts)])


main()
