#!/usr/bin/env python3
"""Writes Sources/ByteStores/Encoding/SingleByteTables.swift: the characters of the bytes from 0x80 on in single-byte
encodings.

The tables are taken from Python's codecs.
"""

import codecs
import pathlib

# The names of the encodings in iconv(1) and in Python.
ENCODINGS = (
    [("ISO-8859-%d" % n, "iso8859_%d" % n) for n in range(1, 17) if n != 12]
    + [("CP%d" % n, "cp%d" % n) for n in [437, 850, 852, 866, *range(1250, 1258)]]
    + [("KOI8-R", "koi8_r"), ("KOI8-U", "koi8_u")]
)


def table(name):
    def scalar(byte):
        try:
            return ord(codecs.decode(bytes([byte]), name))
        except UnicodeDecodeError:
            return 0xFFFD

    return [scalar(byte) for byte in range(0x80, 0x100)]


def main():
    lines = [
        "// Made by Scripts/make-encoding-tables.py; do not edit.",
        "// swift-format-ignore-file",
        "// One file of more than 400 lines, because the script writes all tables at once.",
        "",
        "extension SingleByteEncoding {",
        "  /// The scalars of the bytes from 0x80 on; U+FFFD for a byte that stands for no character.",
        "  static let tables: [(name: String, scalars: [UInt16])] = [",
    ]
    for shown, name in ENCODINGS:
        lines += ["    (", '      "%s",' % shown, "      ["]
        scalars = ["0x%04X" % scalar for scalar in table(name)]
        for start in range(0, 128, 8):
            lines.append("        " + ", ".join(scalars[start:start + 8]) + ",")
        lines += ["      ]", "    ),"]
    lines += ["  ]", "}", ""]
    path = pathlib.Path(__file__).parent.parent / "Sources/ByteStores/Encoding/SingleByteTables.swift"
    path.write_text("\n".join(lines))


main()
