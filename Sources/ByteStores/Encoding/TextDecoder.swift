import Bytes
import CSearch

/// A decoder that converts another encoding to UTF-8 piece by piece.
///
/// Bytes that do not form a character become U+FFFD, and are counted.
struct TextDecoder {
  private var encoding: TextEncoding
  /// The first half of a surrogate pair, if its second half is still missing, and the bytes of an
  /// incomplete unit.
  private var rest: [UInt8] = []
  /// Whether this is the start of the text, which may have a byte order mark.
  private var isAtStart: Bool
  private let table: [UInt16]
  /// The number of characters that could not be decoded.
  private(set) var faults = 0

  /// The number of bytes at the end that do not form a complete character yet.
  var restCount: Int { rest.count }

  /// - Parameters:
  ///   - encoding: UTF-16, UTF-32, or an encoding of single bytes.
  ///   - isAtStart: whether the text may begin with a mark.
  init(_ encoding: TextEncoding, isAtStart: Bool = true) {
    (self.encoding, self.isAtStart) = (encoding, isAtStart)
    if case .singleByte(let encoding) = encoding { table = encoding.scalars } else { table = [] }
  }

  /// The largest number of UTF-8 bytes for one byte of input.
  static let growth = 3

  /// Decodes bytes that follow the previous ones.
  ///
  /// - Parameter output: memory of at least `growth` times the size of `bytes`, plus 12 bytes.
  /// - Returns: the number of bytes written.
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

  private mutating func decodeBytes(
    _ bytes: UnsafeRawBufferPointer, _ writer: inout UTF8Writer
  ) {
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

  /// Decodes the complete units; returns the number of bytes in them.
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

  /// Returns the length of a mark at the start of the text, and adopts the byte order of the mark.
  private mutating func passOverMark(_ bytes: UnsafeRawBufferPointer) -> Int {
    let unit = encoding.unit
    guard isAtStart, bytes.count >= unit else { return 0 }
    isAtStart = false
    let (settled, mark) = encoding.settled(by: Array(bytes[..<unit])[...])
    encoding = settled
    return mark
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
      index += putASCII(UnsafeRawBufferPointer(rebasing: bytes[index...]), isBigEndian, &writer)
      index += putUnits(UnsafeRawBufferPointer(rebasing: bytes[index...]), isBigEndian, &writer)
      // Surrogates follow, or the last units; without vectors, any units follow, and looking for
      // ASCII again after each of them would take longer.
      let end = min(index + (Self.hasVectors ? 2 : Self.asciiStep), bytes.count)
      while index + 2 <= end {
        let first = unit(index)
        guard first & 0xF800 == 0xD800 else {
          writer.put(unit: first)
          index += 2
          continue
        }
        if first < 0xDC00, index + 4 > bytes.count, !isLast { return index }
        let second = index + 4 <= bytes.count ? unit(index + 2) : 0
        if first < 0xDC00, second & 0xFC00 == 0xDC00 {
          writer.put(scalar: 0x10000 + (first & 0x3FF) << 10 + second & 0x3FF)
          index += 4
        } else {
          putFault(&writer)
          index += 2
        }
      }
    }
    return index
  }

  /// The number of bytes of the units that are examined together for ASCII.
  private static let asciiStep = 32

  /// Copies ASCII units, which are the most frequent ones, 16 at a time; returns the number of
  /// bytes in them.
  ///
  /// It compares words instead of vectors, because the compiler turns a comparison of vectors into
  /// a chain of single comparisons.
  private func putASCII(
    _ bytes: UnsafeRawBufferPointer, _ isBigEndian: Bool, _ writer: inout UTF8Writer
  ) -> Int {
    guard let start = bytes.baseAddress, let output = writer.end else { return 0 }
    let others: UInt64 = isBigEndian ? 0x80FF_80FF_80FF_80FF : 0xFF80_FF80_FF80_FF80
    var index = 0
    while index &+ Self.asciiStep <= bytes.count {
      let words = start.loadUnaligned(fromByteOffset: index, as: SIMD4<UInt64>.self)
      guard (words[0] | words[1] | words[2] | words[3]) & others == 0 else { break }
      let units = unsafeBitCast(words, to: SIMD16<UInt16>.self)
      let ascii = SIMD16<UInt8>(truncatingIfNeeded: isBigEndian ? units &>> 8 : units)
      output.storeBytes(of: ascii, toByteOffset: index &>> 1, as: SIMD16<UInt8>.self)
      index &+= Self.asciiStep
    }
    writer.skip(index &>> 1)
    return index
  }

  /// Whether `putUnits` decodes anything.
  private static let hasVectors = Int(endless_widest()) == ENDLESS_32_BYTES

  /// Decodes units that are not surrogates, 8 at a time; returns the number of bytes in them.
  private func putUnits(
    _ bytes: UnsafeRawBufferPointer, _ isBigEndian: Bool, _ writer: inout UTF8Writer
  ) -> Int {
    let start = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
    let output = writer.end?.assumingMemoryBound(to: UInt8.self)
    let decoded = endless_decode_units(start, bytes.count / 2, isBigEndian, output)
    writer.skip(decoded.bytes)
    return 2 * decoded.units
  }

  private mutating func putFault(_ writer: inout UTF8Writer) {
    faults += 1
    writer.put(scalar: 0xFFFD)
  }
}

/// Writes UTF-8 into memory of sufficient size.
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

  /// Writes a scalar as in RFC 3629, section 3.
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

  /// Writes a unit of UTF-16 that is not a surrogate; the memory must have space for four bytes.
  ///
  /// It chooses between values, not between statements, because the processor cannot predict the
  /// lengths of letters in mixed text.
  mutating func put(unit: UInt32) {
    let last = 0x80 | unit & 0x3F
    let two = 0xC0 | unit >> 6 | last << 8
    let three = 0xE0 | unit >> 12 | (0x80 | unit >> 6 & 0x3F) << 8 | last << 16
    let isLong = unit >= 0x800
    let bytes = unit < 0x80 ? unit : isLong ? three : two
    memory.storeBytes(of: bytes.littleEndian, toByteOffset: count, as: UInt32.self)
    count &+= 1 &+ (unit >= 0x80 ? 1 : 0) &+ (isLong ? 1 : 0)
  }

  /// The address at which the next byte is written.
  var end: UnsafeMutableRawPointer? { memory.baseAddress.map { $0 + count } }

  /// Moves past bytes that the caller has written at `end`.
  mutating func skip(_ bytes: Int) { count &+= bytes }
}
