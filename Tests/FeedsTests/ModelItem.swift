import Randomness
import Records

@testable import Feeds

/// A record whose values are known, or a line that is not a record.
struct ModelItem {
  static let names = ["level", "n", "note", "x.y"]
  static var header: CSVHeader {
    let line = Array(names.joined(separator: ",").utf8)
    return CSVHeader(CSVReader(CSVDialect()).record(line[...])) ?? .numbered
  }

  /// The value of each name as text; nil if the record does not have the value.
  private let values: [String?]
  let bytes: [UInt8]
  private let isRecord: Bool

  /// Draws an element of an array, with the separator after it.
  init(ofArray random: inout SplitMix64) {
    let item = Self(isJSON: true, &random, isElement: true)
    (values, isRecord) = (item.values, item.isRecord)
    bytes = item.bytes.dropLast() + Array(random.pick([",", ", ", ",\n  "]).utf8)
  }

  init(isJSON: Bool, _ random: inout SplitMix64, isElement: Bool = false) {
    if isJSON, !isElement, random.occurs(inPercent: 10) {
      (values, isRecord) = ([nil, nil, nil, nil], false)
      bytes = Array(random.pick(["level=error", "", "{\"n\": 500", "\"n\": 500"]).utf8) + [0x0A]
      return
    }
    var values: [String?] = [
      random.pick(["error", "info", "warn", "Error"]),
      random.pick(["1", "499", "500", "500.0", "5e2", "501", "-", "70000"]),
      random.pick(["", "word", "two", "a \"b\"", "o\nwo\nx", "long, and so on", "\n\n"]),
      random.pick(["7", "8", "x"]),
    ]
    if isJSON {
      for index in values.indices where random.occurs(inPercent: 10) { values[index] = nil }
    } else if random.occurs(inPercent: 10) {
      values[3] = nil
    }
    (self.values, isRecord) = (values, true)
    let blank = isElement ? "\n" : " "
    bytes = Array((isJSON ? Self.json(values, blank, &random) : Self.csv(values, &random)).utf8)
  }

  /// The concatenated bytes of all items, and the offset of each item.
  static func text(of items: [Self]) -> (bytes: [UInt8], starts: [Int]) {
    var (bytes, starts): ([UInt8], [Int]) = ([], [])
    for item in items {
      starts.append(bytes.count)
      bytes += item.bytes
    }
    return (bytes, starts)
  }

  func meets(_ expression: ConditionExpression) -> Bool {
    switch expression {
    case .condition(let condition): meets(condition)
    case .not(let inner): !meets(inner)
    case .all(let parts): parts.allSatisfy(meets)
    case .any(let parts): parts.contains(where: meets)
    }
  }

  func meets(_ condition: ColumnCondition) -> Bool {
    let index = Self.names.firstIndex(of: condition.column) ?? 0
    guard let value = values[index] else { return condition.comparison.isNegated }
    let (other, isTurned) = (condition.value, condition.comparison.isNegated)
    if condition.comparison.takesPattern { return Self.matches(value, other) != isTurned }
    if condition.column == "level", let level = Self.levels.firstIndex(of: value.lowercased()),
      let wanted = Self.levels.firstIndex(of: other)
    {
      return condition.comparison.isMet(by: level, beside: wanted) != isTurned
    }
    let areTexts = [value, other].contains {
      $0.first == "0" && $0.dropFirst().first?.isNumber == true
    }
    if areTexts, Double(value) != nil || Double(other) != nil {
      return condition.comparison.isMet(by: value, beside: other) != isTurned
    }
    if let number = Double(value), let wanted = Double(other) {
      return condition.comparison.isMet(by: number, beside: wanted) != isTurned
    }
    guard (Double(value) == nil) == (Double(other) == nil) else { return isTurned }
    return condition.comparison.isMet(by: value, beside: other) != isTurned
  }

  /// The levels of the trial, least serious first.
  private static let levels = ["debug", "info", "warn", "error"]

  /// Whether a value matches a pattern, which is `^wo` or `o` in this trial.
  private static func matches(_ value: String, _ pattern: String) -> Bool {
    pattern == "^wo"
      ? value.split(separator: "\n").contains { $0.hasPrefix("wo") } : value.contains("o")
  }

  // MARK: Notations

  /// - Parameter blank: the white space that may be between the fields, and before a value.
  private static func json(
    _ values: [String?], _ blank: String, _ random: inout SplitMix64
  ) -> String {
    var fields = ["\"other\": {\"n\": 500, \"level\": \"error\"}", "\"text\": \"\\\"n\\\": 500\""]
    for (index, value) in values.enumerated() {
      guard let value else { continue }
      var name = names[index]
      var text = quoted(value, &random)
      if index == 1, Double(value) != nil, random.occurs(inPercent: 80) { text = value }
      if index == 3, random.occurs(inPercent: 50) { (name, text) = ("x", "{\"y\":\(text)}") }
      if name == "n", random.occurs(inPercent: 10) { name = "\\u006e" }
      // If a name occurs more than once, the last occurrence counts.
      if random.occurs(inPercent: 10) { fields.append("\"\(name)\":\"error\"") }
      fields.append("\"\(name)\"" + random.pick([":", ":" + blank, " :\t"]) + text)
    }
    return "{" + fields.joined(separator: random.pick([",", "," + blank])) + "}\n"
  }

  private static func quoted(_ text: String, _ random: inout SplitMix64) -> String {
    let isEscaped = random.occurs(inPercent: 20)
    let scalars = text.unicodeScalars.map { scalar in
      switch scalar {
      case "\"": "\\\""
      case "\n": "\\n"
      case "o" where isEscaped: "\\u006F"
      case "e" where isEscaped: "\\u0065"
      default: String(scalar)
      }
    }
    return "\"" + scalars.joined() + "\""
  }

  private static func csv(_ values: [String?], _ random: inout SplitMix64) -> String {
    let fields = values.compactMap { $0 }.map { value in
      let isNeeded = value.contains { "\",\n".contains($0) }
      guard isNeeded || random.occurs(inPercent: 20) else { return value }
      return "\"" + value.map { $0 == "\"" ? "\"\"" : String($0) }.joined() + "\""
    }
    return fields.joined(separator: ",") + "\n"
  }
}
