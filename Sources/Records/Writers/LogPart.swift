import Bytes

/// A part of a log line: required text, a field, or several of these.
indirect enum LogPart: Sendable, ExpressibleByStringLiteral {
  /// The given bytes.
  case text([UInt8])
  /// One or more blanks.
  case blanks
  /// The field `time`.
  case time([LogTimeForm])
  /// The field `host`: a name or an address, but not a word for a level.
  case host
  /// A field without blanks; if words are given, it must be one of them.
  case word(String, among: [[UInt8]])
  /// A field that is one of the given words, which any text may follow.
  case known(String, [[UInt8]])
  /// A field without blanks that ends before one of the given bytes.
  case name(String, before: [UInt8])
  /// A field up to a given text, which is skipped.
  case until(String, [UInt8])
  /// A field without the blanks at its ends; it ends before a given text, which is skipped.
  case trimmed(String, before: [UInt8])
  /// A field of digits.
  case digits(String)
  /// The field `level`, written as a word.
  case level
  /// The field `level`, written as its first letter as in glog.
  case letter
  /// The field `level`, written as a syslog(3) priority between `<` and `>`.
  case priority
  /// The field `status` of HTTP, and the field `level` that it implies.
  case status
  /// The fields `method`, `path` and `protocol` in quotes; text that is not a request is the path.
  case request
  /// A field between quotes.
  case quoted(String)
  /// Elements in brackets as in RFC 5424, or a minus.
  case elements(String)
  /// A field that consists of the rest of the line.
  case rest(String)
  /// Parts that are either all present or all missing.
  case optional([LogPart])

  init(stringLiteral text: String) { self = .text(Array(text.utf8)) }

  /// A field without blanks; if words are given, it must be one of them.
  static func word(_ name: String, _ words: String...) -> LogPart {
    .word(name, among: words.map { Array($0.utf8) })
  }

  /// A field that is one of the given words, which any text may follow.
  static func name(_ name: String, among words: String...) -> LogPart {
    .known(name, words.map { Array($0.utf8) })
  }

  /// A field without blanks that ends before one of the given characters.
  static func name(_ name: String, before ends: String) -> LogPart {
    .name(name, before: Array(ends.utf8))
  }

  /// A field up to a given text, which is skipped.
  static func until(_ name: String, _ end: String) -> LogPart { .until(name, Array(end.utf8)) }

  /// A field without the blanks at its ends; it ends before a given text, which is skipped.
  static func trimmed(_ name: String, _ end: String) -> LogPart {
    .trimmed(name, before: Array(end.utf8))
  }

  /// The names of the fields, in order.
  var fields: [String] {
    switch self {
    case .text, .blanks: []
    case .time: ["time"]
    case .host: ["host"]
    case .level, .letter, .priority: ["level"]
    case .status: ["status", "level"]
    case .request: ["method", "path", "protocol"]
    case .word(let name, _), .known(let name, _), .name(let name, _), .until(let name, _),
      .trimmed(let name, _),
      .digits(let name), .quoted(let name), .elements(let name), .rest(let name):
      [name]
    case .optional(let parts): parts.flatMap(\.fields)
    }
  }
}

/// The form of a time.
struct LogTimeForm: Sendable {
  private let form: [UInt8]
  private let digits: ClosedRange<Int>
  private let zone: Zone

  /// The text after the seconds and their fraction.
  enum Zone {
    case none, utc
    /// `Z`, or hours and minutes from UTC.
    case numeric
    /// Hours and minutes from UTC, and not `Z`.
    case offset
    /// `Z`, hours and minutes from UTC, or nothing.
    case any
    /// A blank and the name of a zone, such as ` UTC`.
    case named
    /// A blank and a year.
    case year
  }

  /// - Parameters:
  ///   - form: `0` is a digit, `_` a digit or a blank, `A` and `a` are letters; other characters
  ///     stand for themselves.
  ///   - digits: the allowed numbers of decimal places of the seconds.
  init(_ form: String, digits: ClosedRange<Int> = 0...9, _ zone: Zone = .none) {
    (self.form, self.digits, self.zone) = (Array(form.utf8), digits, zone)
  }

  /// The form `2024-01-02T10:11:12`, with decimal places of the second if `digits` allows them, and
  /// with a zone.
  static func rfc3339(digits: ClosedRange<Int> = 0...9, _ zone: Zone = .numeric) -> Self {
    Self("0000-00-00T00:00:00", digits: digits, zone)
  }

  /// The form `2024-01-02 10:11:12,345`, optionally with a zone.
  static let dateAndTime = Self("0000-00-00 00:00:00", .any)

  /// The end of the time at the start of the given bytes; nil if the bytes do not begin with a
  /// time.
  func end(in bytes: ArraySlice<UInt8>) -> Int? {
    guard LogTime.fits(form, bytes) else { return nil }
    var rest = bytes.dropFirst(form.count)
    if rest.first == .dot || rest.first == .comma {
      let count = rest.dropFirst().prefix { $0.isDigit }.count
      guard count > 0, digits.contains(count) else { return nil }
      rest = rest.dropFirst(count + 1)
    } else if digits.lowerBound > 0 {
      return nil
    }
    return endOfZone(in: rest)
  }

  private func endOfZone(in rest: ArraySlice<UInt8>) -> Int? {
    let end = LogTime.endOfZone(in: rest)
    switch zone {
    case .none: return rest.startIndex
    case .utc: return rest.first == UInt8(ascii: "Z") ? rest.startIndex + 1 : nil
    case .numeric: return end > rest.startIndex ? end : nil
    case .offset: return end > rest.startIndex + 1 ? end : nil
    case .any: return end
    case .named:
      let name = rest.dropFirst().prefix { $0 != .space }
      let isName = name.allSatisfy { $0.isLetter || $0.isDigit || $0 == .plus || $0 == .minus }
      return rest.first == .space && !name.isEmpty && isName ? name.endIndex : nil
    case .year:
      let year = rest.dropFirst().prefix { $0.isDigit }
      return rest.first == .space && year.count == 4 ? year.endIndex : nil
    }
  }
}
