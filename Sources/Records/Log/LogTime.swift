import Bytes

/// The search for the time in a log line.
package enum LogTime {
  /// The forms of a time: `0` is a digit, `_` a digit or a blank, `A` and `a` are letters; other
  /// characters stand for themselves.
  ///
  /// They are static strings, because millions of lines are compared with them.
  private static let forms: [StaticString] = [
    "0000/00/00 00:00:00", "Aaa _0 00:00:00", "Aaa Aaa _0 00:00:00", "00/Aaa/0000:00:00:00",
    "A0000 00:00:00", "00:00:00",
  ]

  /// The number of bytes searched for the opening bracket of the time, which follows the address
  /// and the user in a web server's log.
  private static let furthest = 80

  /// Finds the time at the start of the line, or in its first brackets, which are included.
  ///
  /// - Returns: a range relative to the start of the line; nil if no time is found.
  package static func range(in line: ArraySlice<UInt8>) -> Range<Int>? {
    if let end = end(in: line) { return 0..<end - line.startIndex }
    guard let open = line.prefix(furthest).firstIndex(of: .openBracket) else { return nil }
    let inside = line[(open + 1)...]
    guard let end = end(in: inside) ?? endOfSeconds(in: inside), end < line.endIndex,
      line[end] == .closeBracket
    else { return nil }
    return open - line.startIndex..<end + 1 - line.startIndex
  }

  private static func end(in bytes: ArraySlice<UInt8>) -> Int? {
    let length = bytes.withUnsafeBytes { lengthOfForm(at: 0, in: $0) }
    guard let length else { return nil }
    var rest = bytes.dropFirst(length)
    if rest.first == .dot || rest.first == .comma {
      let digits = rest.dropFirst().prefix { $0.isDigit }
      if !digits.isEmpty { rest = rest[digits.endIndex...] }
    }
    return endOfZone(in: rest)
  }

  /// Whether a line in memory begins with a time, optionally in brackets or after the number that
  /// syslog(3) puts first.
  package static func begins(at index: Int, in memory: UnsafeRawBufferPointer) -> Bool {
    if lengthOfForm(at: index, in: memory) != nil { return true }
    guard memory[index] == .openBracket || memory[index] == UInt8(ascii: "<") else { return false }
    return beginsInBrackets(memory[index...].prefix(mostBeforeTime))
  }

  /// The number of bytes examined in a line that begins with a bracket: enough for the number and
  /// version of syslog(3) with any form of a time, and for the kernel's seconds.
  private static let mostBeforeTime = 32

  private static func beginsInBrackets(_ line: Slice<UnsafeRawBufferPointer>) -> Bool {
    let head = Array(line)
    var inside = head.dropFirst()
    if head[0] == .openBracket {
      return end(in: inside) != nil
        || endOfSeconds(in: inside).map { head[$0...].first } == .closeBracket
    }
    inside = inside.drop { $0.isDigit }
    guard inside.first == UInt8(ascii: ">") else { return false }
    inside = inside.dropFirst()
    return end(in: inside) != nil
      || inside.starts(with: "1 ".utf8) && end(in: inside.dropFirst(2)) != nil
  }

  /// The number of bytes of the time that begins at an index in memory and has one of the known
  /// forms; nil if there is none.
  private static func lengthOfForm(at index: Int, in memory: UnsafeRawBufferPointer) -> Int? {
    guard index < memory.count, memory[index].isDigit || memory[index].isUppercase else {
      return nil
    }
    if isDayAndTime(at: index, in: memory) { return lengthOfDayAndTime }
    for form in forms where fits(form, at: index, in: memory) { return form.utf8CodeUnitCount }
    return nil
  }

  private static let lengthOfDayAndTime = 19

  /// Whether the bytes have the form `0000-00-00T00:00:00`, or the same with a blank in place of
  /// the `T`; most logs use this form, so it is compared eight bytes at a time.
  private static func isDayAndTime(at index: Int, in memory: UnsafeRawBufferPointer) -> Bool {
    guard memory.count - index >= lengthOfDayAndTime else { return false }
    let separator = memory[index + 10]
    return (separator == UInt8(ascii: "T") || separator == .space)
      && EightSigns.day.fit(memory, at: index)
      && memory[index + 8].isDigit && memory[index + 9].isDigit
      && EightSigns.time.fit(memory, at: index + 11)
  }

  private static func fits(
    _ form: StaticString, at index: Int, in memory: UnsafeRawBufferPointer
  ) -> Bool {
    let signs = UnsafeRawBufferPointer(start: form.utf8Start, count: form.utf8CodeUnitCount)
    guard memory.count - index >= signs.count else { return false }
    for place in 0..<signs.count where !fits(signs[place], memory[index + place]) { return false }
    return true
  }

  /// The end of a time in seconds since boot, as in kernel logs: `[   12.345678]`.
  private static func endOfSeconds(in bytes: ArraySlice<UInt8>) -> Int? {
    let digits = bytes.drop { $0 == 0x20 }
    let whole = digits.prefix { $0.isDigit }
    guard !whole.isEmpty, digits[whole.endIndex...].first == .dot else { return nil }
    return bytes[(whole.endIndex + 1)...].prefix { $0.isDigit }.endIndex
  }

  /// The end of the zone at the start of the bytes: `Z`, or hours and minutes from UTC; the start
  /// of the bytes if they do not begin with a zone.
  static func endOfZone(in bytes: ArraySlice<UInt8>) -> Int {
    if bytes.first == UInt8(ascii: "Z") { return bytes.startIndex + 1 }
    guard let first = bytes.first, first == .plus || first == .minus || first == .space else {
      return bytes.startIndex
    }
    return zones.first { fits($0, bytes) }.map { bytes.startIndex + $0.count } ?? bytes.startIndex
  }

  private static let zones = ["+00:00", "+0000", " +0000"].map { Array($0.utf8) }

  static func fits(_ form: [UInt8], _ bytes: ArraySlice<UInt8>) -> Bool {
    guard bytes.count >= form.count else { return false }
    return zip(form, bytes).allSatisfy { fits($0, $1) }
  }

  private static func fits(_ sign: UInt8, _ byte: UInt8) -> Bool {
    switch sign {
    case UInt8(ascii: "0"): byte.isDigit
    case .underscore: byte.isDigit || byte == 0x20
    case UInt8(ascii: "A"): byte.isUppercase
    case UInt8(ascii: "a"): byte.isLowercase
    case .plus: byte == sign || byte == .minus
    default: byte == sign
    }
  }
}

/// Eight characters of a form, where `0` stands for a digit, to compare with eight bytes in one
/// step.
private struct EightSigns {
  /// The characters; the first one is in the lowest byte.
  let signs: UInt64
  /// A mask of the lower four bits of each byte where the form has a digit.
  let digits: UInt64

  /// The first eight characters of a date: `0000-00-`.
  static var day: Self { Self(signs: 0x2D30_302D_3030_3030, digits: 0x000F_0F00_0F0F_0F0F) }
  /// A time of day: `00:00:00`.
  static var time: Self { Self(signs: 0x3030_3A30_303A_3030, digits: 0x0F0F_000F_0F00_0F0F) }

  /// Whether the eight bytes of memory at an index fit the form.
  func fit(_ memory: UnsafeRawBufferPointer, at index: Int) -> Bool {
    let word = UInt64(littleEndian: memory.loadUnaligned(fromByteOffset: index, as: UInt64.self))
    // In this word, each digit has its value, and each other character of the form is zero.
    let rest = word ^ signs
    let tooHigh = (rest &+ digits & 0x0606_0606_0606_0606) & digits << 4
    return rest & ~digits == 0 && tooHigh == 0
  }
}
