import Bytes
import Randomness
import Records
import Testing

@Suite struct `A record without the rest of its long values` {
  /// Abridges bytes that arrive in parts of random sizes.
  private static func abridged(
    _ bytes: [UInt8], _ format: RecordFormat, _ random: inout SplitMix64
  ) -> RecordAbridgement {
    var abridgement = RecordAbridgement(format)
    var rest = bytes[...]
    while !rest.isEmpty {
      let part = rest.prefix(random.within(1...2_000))
      abridgement.append(part)
      rest = rest.dropFirst(part.count)
    }
    return abridgement
  }

  private static func text(_ random: inout SplitMix64, of letters: [String]) -> String {
    let count = random.pick([0, 1, 5, 40, 400, 3_000, 9_000])
    return (0..<random.within(0...count)).map { _ in random.pick(letters) }.joined()
  }

  private static func value(_ random: inout SplitMix64, depth: Int) -> String {
    let kind = random.within(0...(depth < 3 ? 5 : 3))
    switch kind {
    case 0: return random.pick(["null", "true", "-1.5e9", "12345678901234567890"])
    case 1, 2, 3:
      let letters = [
        "a", "ü", "漢", "😀", "\\n", "\\\"", "\\u00e9", "\\ud83d\\ude00", ",", "{", "]", " ",
      ]
      return "\"\(text(&random, of: letters))\""
    case 4:
      let values = (0..<random.within(0...6)).map { _ in value(&random, depth: depth + 1) }
      return "[\(values.joined(separator: " ,\n "))]"
    default: return object(&random, depth: depth + 1)
    }
  }

  private static func object(_ random: inout SplitMix64, depth: Int) -> String {
    let fields = (0..<random.within(0...6)).map { "\"n\($0)\" : \(value(&random, depth: depth))" }
    return "{\(fields.joined(separator: ", "))}"
  }

  /// Whether a text is the same as another one, or its abridged form.
  private static func isPart(_ text: String, of whole: String) -> Bool {
    text == whole
      || text.hasSuffix("…") && whole.hasPrefix(text.dropLast()) && text.utf8.count < 4_200
  }

  @Test(arguments: 1...60)
  func `has all fields of an object, and the beginning of each value`(start: UInt64) throws {
    var random = SplitMix64(start: start)
    let text = Array(Self.object(&random, depth: 0).utf8)
    let abridgement = Self.abridged(text, .ndjson, &random)
    #expect(abridgement.isWhole)
    let whole = try JSONReader().record(text[...])
    let part = try JSONReader().record(abridgement.kept[...])
    #expect(part.map(\.name) == whole.map(\.name))
    for (field, wholeField) in zip(part, whole) {
      #expect(field.value.kind == wholeField.value.kind)
      if field.value.kind == .string {
        #expect(Self.isPart(field.value.text, of: wholeField.value.text))
      } else if wholeField.value.raw.count < 4_000 {
        #expect(field.value.elements?.count == wholeField.value.elements?.count)
      }
    }
  }

  @Test(arguments: 1...60)
  func `has all fields of a record of comma-separated values`(start: UInt64) throws {
    var random = SplitMix64(start: start)
    let fields = (0..<random.within(1...8)).map { _ in
      Self.text(&random, of: ["a", "ü", "漢", "\n", "\"", ",", " ", "12"])
    }
    let row = fields.map { field in
      field.contains { "\n\",".contains($0) }
        ? "\"\(field.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\""))\""
        : field
    }
    let bytes = Array(row.joined(separator: ",").utf8)
    let abridgement = Self.abridged(bytes + [.lineFeed], .csv(CSVDialect()), &random)
    #expect(abridgement.isWhole)
    let part = try #require(
      RecordDecoder.csv(CSVReader(CSVDialect()), .numbered).record(of: abridgement.kept[...]))
    #expect(part.count == fields.count)
    for (field, whole) in zip(part, fields) {
      #expect(Self.isPart(field.value.text, of: whole), "\(whole.prefix(40))")
    }
  }

  @Test func `takes a bounded part of ten thousand long values, and all of as many short ones`() {
    var random = SplitMix64(start: 1)
    for (length, names) in [(40, 10_000), (3_000, 10_000)] {
      let value = String(repeating: "x", count: length)
      let fields = (0..<names).map { "\"n\($0)\":\"\(value)\"" }
      let text = Array("{\(fields.joined(separator: ","))}".utf8)
      let abridgement = Self.abridged(text, .jsonArray, &random)
      let record = try? JSONReader().record(abridgement.kept[...])
      #expect(record?.count == names)
      #expect(abridgement.kept.count < 1_500_000)
    }
  }

  @Test(arguments: [
    "[1]", "word {}", "{\"a\":1} {\"b\":2}", "{\"a\":1},", "\"a\"", "{\"a\":1}}",
  ])
  func `is none of a line that is no object`(line: String) {
    var random = SplitMix64(start: 2)
    #expect(Self.abridged(Array(line.utf8), .ndjson, &random).isRefused)
  }

  @Test(arguments: ["", "{", "{\"a\":\"x", "{\"a\":[1"])
  func `is not whole while more of it may come`(line: String) {
    var random = SplitMix64(start: 3)
    let abridgement = Self.abridged(Array(line.utf8), .ndjson, &random)
    #expect(!abridgement.isWhole && !abridgement.isRefused)
  }
}
