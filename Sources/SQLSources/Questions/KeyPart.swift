/// Interpolation between two keys.
enum KeyPart {
  /// The key at a fraction, from 0 to 1, of the way between two keys.
  ///
  /// The first column in which the keys differ is interpolated, and all other columns are those of
  /// the first key.
  static func values(
    at part: Double, from first: [SQLValue], to last: [SQLValue]
  ) -> [SQLValue] {
    guard let index = zip(first, last).enumerated().first(where: { $1.0 != $1.1 })?.offset else {
      return first
    }
    var values = first
    values[index] = value(at: part, from: first[index], to: last[index])
    return values
  }

  /// The position of a key between two others, as a fraction from 0 to 1.
  static func part(of key: [SQLValue], from first: [SQLValue], to last: [SQLValue]) -> Double {
    guard let index = zip(first, last).enumerated().first(where: { $1.0 != $1.1 })?.offset,
      index < key.count
    else { return 0 }
    let (low, high, value) = (first[index], last[index], key[index])
    let numbers = [low, high, value].compactMap(number)
    if numbers.count == 3 { return part(numbers[2], numbers[0], numbers[1]) }
    let prefix = commonPrefix(low, high)
    let places = [low, high, value].map { digits($0, behind: prefix) }
    return part(places[2], places[0], places[1])
  }

  private static func part(_ value: Double, _ low: Double, _ high: Double) -> Double {
    // Halving first avoids an overflow.
    let width = high / 2 - low / 2
    return width == 0 ? 0 : min(max((value / 2 - low / 2) / width, 0), 1)
  }

  /// The value as a number; nil for other types.
  static func number(_ value: SQLValue) -> Double? {
    switch value {
    case .integer(let number): Double(number)
    case .real(let number): number
    case .null, .text, .blob: nil
    }
  }

  // MARK: Interpolation

  private static func value(
    at part: Double, from low: SQLValue, to high: SQLValue
  ) -> SQLValue {
    switch (low, high) {
    case (.integer(let low), .integer(let high)): .integer(between(low, high, part))
    case (.text(let low), .text(let high)): .text(between(low, high, part))
    case (.blob(let low), .blob(let high)): .blob(between(low, high, part))
    default: mixed(at: part, from: low, to: high)
    }
  }

  /// Interpolates numbers; if a value is not a number or is infinite, the result is the nearer of
  /// the two ends.
  private static func mixed(at part: Double, from low: SQLValue, to high: SQLValue) -> SQLValue {
    guard let first = number(low), let last = number(high) else { return part < 0.5 ? low : high }
    let between = first * (1 - part) + last * part
    return between.isFinite ? .real(between) : part < 0.5 ? low : high
  }

  private static func between(_ low: Int64, _ high: Int64, _ part: Double) -> Int64 {
    let (width, isTooWide) = high.subtractingReportingOverflow(low)
    let way =
      isTooWide
      ? Double(low) * (1 - part) + Double(high) * part
      : Double(low) + (Double(width) * part).rounded(.down)
    if !isTooWide, let step = Int64(exactly: (Double(width) * part).rounded(.down)) {
      return low + step
    }
    return Int64(exactly: way.rounded(.down)) ?? high
  }

  /// The common prefix of both strings, followed by the bytes of an interpolated number.
  private static func between(_ low: [UInt8], _ high: [UInt8], _ part: Double) -> [UInt8] {
    let prefix = zip(low, high).prefix { $0.0 == $0.1 }.count
    let (first, last) = (digits(low, behind: prefix), digits(high, behind: prefix))
    var number = first * (1 - part) + last * part
    var bytes = Array(low[..<prefix])
    for _ in 0..<digitCount {
      let digit = min(max(number.rounded(.down), 0), 255)
      bytes.append(UInt8(digit))
      number = (number - digit) * 256
    }
    return bytes
  }

  /// The number of bytes that are interpolated.
  private static let digitCount = 6

  private static func commonPrefix(_ low: SQLValue, _ high: SQLValue) -> Int {
    zip(bytes(of: low), bytes(of: high)).prefix { $0.0 == $0.1 }.count
  }

  private static func bytes(of value: SQLValue) -> [UInt8] {
    switch value {
    case .text(let bytes), .blob(let bytes): bytes
    case .null, .integer, .real: []
    }
  }

  private static func digits(_ value: SQLValue, behind prefix: Int) -> Double {
    digits(bytes(of: value), behind: prefix)
  }

  /// The bytes after a prefix as a number from 0 to 256.
  private static func digits(_ bytes: [UInt8], behind prefix: Int) -> Double {
    var (number, weight) = (0.0, 1.0)
    for byte in bytes.dropFirst(prefix).prefix(digitCount) {
      number += Double(byte) * weight
      weight /= 256
    }
    return number
  }

  // MARK: Order

  /// Whether a key precedes another one, as far as that is known without the collations: strings
  /// are compared by bytes, or without case if the collation is `NOCASE`.
  static func precedes(_ key: [SQLValue], _ other: [SQLValue], in order: KeysetOrder) -> Bool {
    for (column, pair) in zip(order.columns, zip(key, other)) {
      let (left, right) = pair
      if left.isNull || right.isNull {
        if left.isNull, right.isNull { continue }
        return left.isNull == column.nullsFirst
      }
      if isLess(left, right, column) { return !column.descending }
      if isLess(right, left, column) { return column.descending }
    }
    return false
  }

  private static func isLess(_ left: SQLValue, _ right: SQLValue, _ column: KeysetColumn) -> Bool {
    let ranks = (rank(left), rank(right))
    if ranks.0 != ranks.1 { return ranks.0 < ranks.1 }
    if case (.integer(let left), .integer(let right)) = (left, right) { return left < right }
    if let left = number(left), let right = number(right) { return left < right }
    let ignoresCase = column.collation?.isSameName(as: "nocase") ?? false
    return folded(bytes(of: left), ignoresCase)
      .lexicographicallyPrecedes(folded(bytes(of: right), ignoresCase))
  }

  private static func folded(_ bytes: [UInt8], _ ignoresCase: Bool) -> [UInt8] {
    ignoresCase ? bytes.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 } : bytes
  }

  /// The rank of a type: numbers precede strings, and strings precede blobs
  /// (<https://www.sqlite.org/datatype3.html>, section 4.1).
  private static func rank(_ value: SQLValue) -> Int {
    switch value {
    case .null: 0
    case .integer, .real: 1
    case .text: 2
    case .blob: 3
    }
  }
}
