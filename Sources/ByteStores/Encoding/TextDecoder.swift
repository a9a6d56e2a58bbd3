import Bytes

/// Makes UTF-8 of another encoding, piece after piece.
///
/// What stands for no character becomes U+FFFD, and is counted.
struct TextDecoder {
  private var encoding: TextEncoding
  /// The bytes of a unit that has not come whole, and a first half of a pair.
  private var rest: [UInt8] = []
  /// Whether this is the start of the text, which may have a byte order mark.
  private var isAtStart = true
  private let table: [UInt16]
  /// How many characters could not be decoded.
  private(set) var faults = 0

  /// - Parameter encoding: one of units or of single bytes.
  init(_ encoding: TextEncoding) {
    self.encoding = encoding
    if case .singleByte(let encoding) = encoding { table = encoding.scalars } else { table = [] }
  }

  /// Bytes of UTF-8 that a byte becomes at the most.
  static let growth = 3

  /// Decodes bytes behind those before.
  ///
  /// - Parameter output: at least `growth` times the size of `bytes`, plus 12 bytes.
  /// - Returns: how many were written.
  mutating func decode(
    _ bytes: UnsafeRawBufferPointer, isLast: Bool, into output: UnsafeMutableRawBufferPointer
  ) -> Int {
    var writer = UTF8Writer(output)
    switch encoding {
    case .utf8, .program: writer.copy(bytes)
    case .singleByte: decodeBytes(bytes, &writer)
    case .utf16, .utf32: decodeUnits(bytes, isLast: isLast, &writer)
    }
    return writer.count
  }

  private mutating func decodeBytes(_ bytes: UnsafeRawBufferPointer, _ writer: inout UTF8Writer) {
    for byte in bytes {
      guard byte >= 0x80 else {
        writer.put(byte)
        continue
      }
      let scalar = UInt32(table[Int(byte) - 0x80])
      if scalar == 0xFFFD { faults += 1 }
      writer.put(scalar: scalar)
    }
  }

  // MARK: Units of two and of four bytes

  private mutating func decodeUnits(
    _ bytes: UnsafeRawBufferPointer, isLast: Bool, _ writer: inout UTF8Writer
  ) {
    var start = 0
    while !rest.isEmpty, start < bytes.count {
      rest.append(bytes[start])
      start += 1
      let used = rest.withUnsafeBytes { decodeWhole($0, isLast: false, &writer) }
      rest.removeFirst(used)
    }
    if rest.isEmpty {
      let more = UnsafeRawBufferPointer(rebasing: bytes[start...])
      let used = decodeWhole(more, isLast: isLast, &writer)
      rest = Array(more[used...])
    }
    guard isLast, !rest.isEmpty else { return }
    rest = []
    putFault(&writer)
  }

  /// Decodes the units that are whole; returns how many bytes they have.
  private mutating func decodeWhole(
    _ bytes: UnsafeRawBufferPointer, isLast: Bool, _ writer: inout UTF8Writer
  ) -> Int {
    let skipped = passOverMark(bytes)
    switch encoding {
    case .utf32(let isBigEndian):
      return decode32(bytes, from: skipped, isBigEndian, &writer)
    case .utf16(let isBigEndian):
      return decode16(bytes, from: skipped, isBigEndian, isLast: isLast, &writer)
    default: return bytes.count
    }
  }

  /// The length of a mark at the start, which also says the order of the bytes.
  private mutating func passOverMark(_ bytes: UnsafeRawBufferPointer) -> Int {
    let unit = if case .utf32 = encoding { 4 } else { 2 }
    guard isAtStart, bytes.count >= unit else { return 0 }
    isAtStart = false
    let first = Array(bytes[..<unit])
    for isBigEndian in [false, true] {
      let mark: [UInt8] = unit == 4 ? [0xFF, 0xFE, 0, 0] : [0xFF, 0xFE]
      guard first == (isBigEndian ? mark.reversed() : mark) else { continue }
      encoding = unit == 4 ? .utf32(isBigEndian: isBigEndian) : .utf16(isBigEndian: isBigEndian)
      return unit
    }
    return 0
  }

  private mutating func decode32(
    _ bytes: UnsafeRawBufferPointer, from start: Int, _ isBigEndian: Bool,
    _ writer: inout UTF8Writer
  ) -> Int {
    var index = start
    while index + 4 <= bytes.count {
      let unit = bytes.loadUnaligned(fromByteOffset: index, as: UInt32.self)
      let value = isBigEndian ? UInt32(bigEndian: unit) : UInt32(littleEndian: unit)
      if Unicode.Scalar(value) != nil { writer.put(scalar: value) } else { putFault(&writer) }
      index += 4
    }
    return index
  }

  private mutating func decode16(
    _ bytes: UnsafeRawBufferPointer, from start: Int, _ isBigEndian: Bool, isLast: Bool,
    _ writer: inout UTF8Writer
  ) -> Int {
    var index = start
    func unit(_ index: Int) -> UInt32 {
      let unit = bytes.loadUnaligned(fromByteOffset: index, as: UInt16.self)
      return UInt32(isBigEndian ? UInt16(bigEndian: unit) : UInt16(littleEndian: unit))
    }
    while index + 2 <= bytes.count {
      // Eight units that are ASCII, which most are, at once.
      while index + 16 <= bytes.count, writer.putASCII(bytes, at: index, isBigEndian) {
        index += 16
      }
      guard index + 2 <= bytes.count else { break }
      let first = unit(index)
      guard first & 0xF800 == 0xD800 else {
        writer.put(scalar: first)
        index += 2
        continue
      }
      if first < 0xDC00, index + 4 > bytes.count, !isLast { break }
      let second = index + 4 <= bytes.count ? unit(index + 2) : 0
      if first < 0xDC00, second & 0xFC00 == 0xDC00 {
        writer.put(scalar: 0x10000 + (first & 0x3FF) << 10 + second & 0x3FF)
        index += 4
      } else {
        putFault(&writer)
        index += 2
      }
    }
    return index
  }

  private mutating func putFault(_ writer: inout UTF8Writer) {
    faults += 1
    writer.put(scalar: 0xFFFD)
  }
}

/// Writes UTF-8 into memory that is large enough.
private struct UTF8Writer {
  private let memory: UnsafeMutableRawBufferPointer
  private(set) var count = 0

  init(_ memory: UnsafeMutableRawBufferPointer) { self.memory = memory }

  mutating func copy(_ bytes: UnsafeRawBufferPointer) {
    UnsafeMutableRawBufferPointer(rebasing: memory[count...]).copyMemory(from: bytes)
    count += bytes.count
  }

  mutating func put(_ byte: UInt8) {
    memory[count] = byte
    count &+= 1
  }

  /// RFC 3629, 3.
  mutating func put(scalar: UInt32) {
    if scalar < 0x80 { return put(UInt8(truncatingIfNeeded: scalar)) }
    if scalar < 0x800 {
      put(UInt8(truncatingIfNeeded: 0xC0 | scalar >> 6))
    } else if scalar < 0x10000 {
      put(UInt8(truncatingIfNeeded: 0xE0 | scalar >> 12))
      put(UInt8(truncatingIfNeeded: 0x80 | scalar >> 6 & 0x3F))
    } else {
      put(UInt8(truncatingIfNeeded: 0xF0 | scalar >> 18))
      put(UInt8(truncatingIfNeeded: 0x80 | scalar >> 12 & 0x3F))
      put(UInt8(truncatingIfNeeded: 0x80 | scalar >> 6 & 0x3F))
    }
    put(UInt8(truncatingIfNeeded: 0x80 | scalar & 0x3F))
  }

  /// Writes eight units of two bytes where all are ASCII; says whether they are.
  mutating func putASCII(
    _ bytes: UnsafeRawBufferPointer, at index: Int, _ isBigEndian: Bool
  ) -> Bool {
    let units = bytes.loadUnaligned(fromByteOffset: index, as: SIMD8<UInt16>.self)
    let values = isBigEndian ? units &>> 8 | units &<< 8 : units
    guard values.max() < 0x80 else { return false }
    memory.storeBytes(
      of: SIMD8<UInt8>(truncatingIfNeeded: values), toByteOffset: count, as: SIMD8<UInt8>.self)
    count &+= 8
    return true
  }
}
