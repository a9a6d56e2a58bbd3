import Bytes

/// Where the time stands in a line of a log.
package enum LogTime {
  /// `0` is a digit, `_` a digit or a blank, `A` and `a` are letters; all else is itself.
  private static let forms = [
    "0000-00-00T00:00:00", "0000-00-00 00:00:00", "0000/00/00 00:00:00", "Aaa _0 00:00:00",
    "Aaa Aaa _0 00:00:00", "00/Aaa/0000:00:00:00", "A0000 00:00:00", "00:00:00",
  ].map { Array($0.utf8) }

  /// How far into a line the bracket of a web server's log may stand, behind address and user.
  private static let furthest = 80

  /// Finds it at the start of the line, or in its first brackets.
  ///
  /// The brackets belong to it.
  ///
  /// - Returns: offsets from the start of the line.
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
    guard let first = bytes.first, first.isDigit || first.isUppercase else { return nil }
    guard let form = forms.first(where: { fits($0, bytes) }) else { return nil }
    var rest = bytes.dropFirst(form.count)
    if rest.first == .dot || rest.first == .comma {
      let digits = rest.dropFirst().prefix { $0.isDigit }
      if !digits.isEmpty { rest = rest[digits.endIndex...] }
    }
    return endOfZone(in: rest)
  }

  /// Seconds since the start of the system, as the kernel counts them: `[   12.345678]`.
  private static func endOfSeconds(in bytes: ArraySlice<UInt8>) -> Int? {
    let digits = bytes.drop { $0 == 0x20 }
    let whole = digits.prefix { $0.isDigit }
    guard !whole.isEmpty, digits[whole.endIndex...].first == .dot else { return nil }
    return bytes[(whole.endIndex + 1)...].prefix { $0.isDigit }.endIndex
  }

  /// `Z`, or hours and minutes from UTC.
  static func endOfZone(in bytes: ArraySlice<UInt8>) -> Int {
    if bytes.first == UInt8(ascii: "Z") { return bytes.startIndex + 1 }
    for form in ["+00:00", "+0000", " +0000"] where fits(Array(form.utf8), bytes) {
      return bytes.startIndex + form.utf8.count
    }
    return bytes.startIndex
  }

  static func fits(_ form: [UInt8], _ bytes: ArraySlice<UInt8>) -> Bool {
    guard bytes.count >= form.count else { return false }
    return zip(form, bytes).allSatisfy { sign, byte in
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
}
