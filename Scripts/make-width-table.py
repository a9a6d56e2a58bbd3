#!/usr/bin/env python3
"""Write the table of column widths.

    pip install wcwidth unicodedata2==17.0.0
    python3 Scripts/make-width-table.py > Sources/Terminal/Text/WidthRuns.swift

Widths come from wcwidth's tables of Unicode 17, what is assigned from unicodedata2's data of the
same version. A run is written as one number: its first code point << 2 | kind, where the kind is
the width 0, 1 or 2, or 3 for what cannot be printed (controls, surrogates, unassigned,
noncharacters).
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
    if 0x1F1E6 <= code_point <= 0x1F1FF:  # half a flag: two of them take two columns
        return 1
    width = wcwidth.wcwidth(character, UNICODE)
    return UNPRINTABLE if width < 0 else width


def runs():
    last = None
    for code_point in range(0x110000):
        current = kind(code_point)
        if current != last:
            yield code_point << 2 | current
            last = current


def main():
    assert unicodedata2.unidata_version == UNICODE, unicodedata2.unidata_version
    print(f"// Unicode {UNICODE}, made by Scripts/make-width-table.py; do not edit.")
    print("// swift-format-ignore-file\n")
    print("/// Runs of equal width, in order: first code point << 2 | width, 3 for unprintable.")
    print("let widthRuns: [UInt32] = [")
    row = []
    for number in runs():
        row.append(f"0x{number:X}")
        if len(row) == 10:
            print("  " + ", ".join(row) + ",")
            row = []
    if row:
        print("  " + ", ".join(row) + ",")
    print("]")


main()
