import Bytes

/// The encoding of a text.
public enum TextEncoding: Hashable, Sendable, CustomStringConvertible {
  /// UTF-8, which is shown unchanged.
  case utf8
  /// Units of two bytes; a mark at the start overrides the byte order.
  case utf16(isBigEndian: Bool)
  /// Units of four bytes; a mark at the start overrides the byte order.
  case utf32(isBigEndian: Bool)
  /// One byte for each character.
  case singleByte(SingleByteEncoding)
  /// An encoding that iconv(1) decodes, given by its name in iconv(1).
  case program(String)

  /// Parses the name of an encoding, such as `latin1`, `cp1252`, `ISO-8859-15`, `KOI8-R` or
  /// `utf16le`; nil if it cannot be a name.
  ///
  /// Names are those of iconv(1); case and punctuation are ignored.
  public init?(named text: String) {
    guard !text.isEmpty, text.first != "-", text.utf8.allSatisfy(\.isPartOfEncodingName) else {
      return nil
    }
    let key = Self.key(text)
    if let known = Self.known[key] {
      self = known
    } else if let table = SingleByteEncoding.all.first(where: { Self.key($0.name) == key }) {
      self = .singleByte(table)
    } else {
      self = .program(text)
    }
  }

  private static func key(_ name: String) -> String {
    let letters = name.lowercased().filter { $0.isLetter || $0.isNumber }
    for (long, short) in [("windows", "cp"), ("ibm", "cp")] where letters.hasPrefix(long) {
      return short + letters.dropFirst(long.count)
    }
    return letters
  }

  private static var known: [String: TextEncoding] {
    var known: [String: TextEncoding] = [
      "utf8": .utf8, "utf16": .utf16(isBigEndian: false), "utf16le": .utf16(isBigEndian: false),
      "utf16be": .utf16(isBigEndian: true), "ucs2": .utf16(isBigEndian: false),
      "utf32": .utf32(isBigEndian: false), "utf32le": .utf32(isBigEndian: false),
      "utf32be": .utf32(isBigEndian: true),
    ]
    let aliases = [
      "latin1": "ISO-8859-1", "latin2": "ISO-8859-2", "latin9": "ISO-8859-15",
      "koi8": "KOI8-R",
    ]
    for (alias, name) in aliases {
      known[alias] = SingleByteEncoding.all.first { $0.name == name }.map { .singleByte($0) }
    }
    return known
  }

  /// The name of the encoding in iconv(1).
  public var description: String {
    switch self {
    case .utf8: "UTF-8"
    case .utf16(let isBigEndian): isBigEndian ? "UTF-16BE" : "UTF-16LE"
    case .utf32(let isBigEndian): isBigEndian ? "UTF-32BE" : "UTF-32LE"
    case .singleByte(let encoding): encoding.name
    case .program(let name): name
    }
  }
}

extension UInt8 {
  fileprivate var isPartOfEncodingName: Bool {
    isLetter || isDigit || "-_.:+".utf8.contains(self)
  }
}

/// Functions that recognize an encoding by the first bytes of a text.
extension TextEncoding {
  /// The number of bytes used for recognition, if the text has that many.
  static let wanted = 256

  /// The encoding of a text that begins with the given bytes, and the length of its mark; nil if
  /// the bytes do not show the encoding.
  ///
  /// A mark determines the encoding (Unicode 15, 23.8). Without a mark, UTF-16 and UTF-32 with
  /// mostly Latin characters are recognized by their zeros, because no other text has zeros at such
  /// regular distances.
  static func recognized(in bytes: ArraySlice<UInt8>) -> (encoding: TextEncoding, mark: Int)? {
    let marks: [([UInt8], TextEncoding)] = [
      ([0xEF, 0xBB, 0xBF], .utf8), ([0xFF, 0xFE, 0, 0], .utf32(isBigEndian: false)),
      ([0, 0, 0xFE, 0xFF], .utf32(isBigEndian: true)), ([0xFF, 0xFE], .utf16(isBigEndian: false)),
      ([0xFE, 0xFF], .utf16(isBigEndian: true)),
    ]
    for (mark, encoding) in marks where bytes.starts(with: mark) { return (encoding, mark.count) }
    guard bytes.count >= 8 else { return nil }
    for isBigEndian in [false, true] {
      if bytes.haveZeros(unit: 4, isBigEndian) { return (.utf32(isBigEndian: isBigEndian), 0) }
      if bytes.haveZeros(unit: 2, isBigEndian) { return (.utf16(isBigEndian: isBigEndian), 0) }
    }
    return nil
  }

  /// The number of bytes in a unit.
  var unit: Int {
    switch self {
    case .utf16: 2
    case .utf32: 4
    case .utf8, .singleByte, .program: 1
    }
  }

  /// The encoding with the byte order of the mark at the start of a text, and the length of the
  /// mark; without a mark, the same encoding and 0.
  func settled(by first: ArraySlice<UInt8>) -> (encoding: TextEncoding, mark: Int) {
    guard unit > 1 else { return (self, 0) }
    let mark: [UInt8] = unit == 4 ? [0xFF, 0xFE, 0, 0] : [0xFF, 0xFE]
    for isBigEndian in [false, true]
    where first.starts(with: isBigEndian ? mark.reversed() : mark) {
      return (unit == 4 ? .utf32(isBigEndian: isBigEndian) : .utf16(isBigEndian: isBigEndian), unit)
    }
    return (self, 0)
  }

  /// Whether this process can decode any part of a text in this encoding separately.
  var isDecodedInParts: Bool {
    switch self {
    case .utf16, .utf32, .singleByte: true
    case .utf8, .program: false
    }
  }

  /// Whether more bytes may determine the encoding, because the given bytes may be the beginning of
  /// a mark, or units with zeros.
  static func mayBeRecognized(withMoreThan bytes: ArraySlice<UInt8>) -> Bool {
    // Four bytes suffice for any mark. Waiting for more would delay the first lines of a slow pipe.
    if bytes.count >= 4, recognized(in: bytes.prefix(4)) != nil { return false }
    let mark = bytes.first.map { [0, 0xEF, 0xFE, 0xFF].contains($0) } ?? true
    return bytes.count < 4 && mark || bytes.count < wanted && bytes.prefix(4).contains(0)
  }
}

extension ArraySlice<UInt8> {
  /// Whether the bytes are units of mostly ASCII: no unit is zero, and in at least two thirds of
  /// the units, the only byte that is not zero is a printable character or white space.
  fileprivate func haveZeros(unit: Int, _ isBigEndian: Bool) -> Bool {
    let low = isBigEndian ? unit - 1 : 0
    let whole = prefix(count / unit * unit)
    var (latin, all) = (0, 0)
    for start in stride(from: whole.startIndex, to: whole.endIndex, by: unit) {
      let byte = whole[start + low]
      let others = whole[start..<start + unit].enumerated()
        .allSatisfy { $0.offset == low || $0.element == 0 }
      // Text has no NUL characters.
      if others, byte == 0 { return false }
      if others, byte.isPrintable || byte.isWhiteSpace { latin += 1 }
      all += 1
    }
    return latin * 3 >= all * 2
  }
}

/// An encoding with one byte for each character, whose bytes below 0x80 are ASCII.
public struct SingleByteEncoding: Hashable, Sendable {
  /// The name of the encoding in iconv(1).
  public let name: String
  private let index: Int

  /// All encodings with a table.
  static var all: [SingleByteEncoding] {
    tables.indices.map { SingleByteEncoding(name: tables[$0].name, index: $0) }
  }

  /// The scalars of the bytes from 0x80 on.
  var scalars: [UInt16] { Self.tables[index].scalars }
}
