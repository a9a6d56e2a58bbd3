import Answers
import Records
import Testing

/// The items and the cursor that are read from an answer.
@Suite struct `An answer` {
  struct Case: Sendable, CustomTestStringConvertible {
    let text: String
    let items: [String]
    var next: String?
    let words: String
    var testDescription: String { text.debugDescription }
  }

  private static let cases = [
    Case(text: "", items: [], words: "an empty answer: no items"),
    Case(text: "\u{FEFF} \n\t\r\n", items: [], words: "an empty answer: no items"),
    Case(text: "[]", items: [], words: "an array of 0 items"),
    Case(
      text: "\u{FEFF}[{\"a\": 1}, \"two\", 3, [4, 5], null]",
      items: ["{\"a\":1}", "two", "3", "[4, 5]", "null"],
      words: "an array of 5 items, identified by position"),
    Case(
      text: "{\"a\": 1}\n{\"a\": 2}", items: ["{\"a\":1}", "{\"a\":2}"],
      words: "2 JSON values, identified by position"),
    Case(
      text: "{\n \"a\": 1\n}\n{\n \"a\": 2\n}\n", items: ["{\"a\":1}", "{\"a\":2}"],
      words: "2 JSON values, identified by position"),
    Case(
      text: "{\"a\": 1}\nstarting worker\n\n{\"a\": 2}\n",
      items: ["{\"a\":1}", "starting worker", "{\"a\":2}"],
      words: "3 lines of JSON, identified by position"),
    Case(
      text: "id,city\n1,Oslo\n2,\"Li\nma\"\n3,Rome\n",
      items: [
        "{\"id\":\"1\",\"city\":\"Oslo\"}", "{\"id\":\"2\",\"city\":\"Li\\nma\"}",
        "{\"id\":\"3\",\"city\":\"Rome\"}",
      ], words: "3 rows of comma-separated values, identified by id"),
    Case(
      text: "one\r\n\n[2026] three", items: ["one", "", "[2026] three"],
      words: "3 lines of text, identified by position"),
    Case(
      text: "[2026-11-23] a log\n[2026-11-24] of two lines\n",
      items: ["[2026-11-23] a log", "[2026-11-24] of two lines"],
      words: "2 lines of text, identified by position"),
    Case(
      text: "\u{1B}[31mred\u{1B}[0m\n", items: ["\u{1B}[31mred\u{1B}[0m"],
      words: "1 line of text, identified by position"),
    Case(text: " null\n", items: [], words: "null: no items"),
    Case(text: "7", items: ["7"], words: "1 line of text, identified by position"),
  ]

  @Test(arguments: cases) func `is read as what it is`(_ one: Case) throws {
    let answer = try AnswerReader().read(one.text)
    #expect(answer.texts == one.items)
    #expect(answer.next?.text == one.next)
    #expect(answer.explanation == one.words)
  }

  @Test func `that ends early is a failure, and no text`() {
    for text in ["[{\"id\": 1}, {\"i", "{\"items\": [1, 2", "[", "{\"a\": 1}\n{\"a\": 2}\n{\"a"] {
      #expect(throws: AnswerError.self) { try AnswerReader().read(text) }
    }
    #expect { try AnswerReader().read("[{\"id\": 1},") } throws: {
      "\($0)" == "the page is not valid JSON: unexpected end at line 1, column 12"
    }
    var reader = AnswerReader()
    reader.format = .ndjson
    #expect { try reader.read("{\"a\": 1}\n {\"a\": ") } throws: {
      "\($0)" == "the page is not valid JSON: unexpected end at line 2, column 8"
    }
  }

  @Test(arguments: [
    #"{"items": [{"id": 1, "v": NaN}]}"#, "{\n  \"items\": [\n    NaN\n  ]\n}\n",
    #"{"items": [1]}x"#,
  ]) func `that begins as an object and is invalid is a failure, and no text`(text: String) {
    #expect(throws: AnswerError.self) { try AnswerReader().read(text) }
  }

  @Test func `that is declared as JSON is a failure where it is invalid, and may have lines`()
    throws
  {
    var reader = AnswerReader()
    reader.mustBeJSON = true
    for text in ["oops", "{oops}", "<p>", "{\n\"a\": [\n{\"id\": 1},\nNaN,\n{\"id\": 2}\n]}\n"] {
      #expect(throws: AnswerError.self) { try reader.read(text) }
    }
    let lines = try reader.read("{\"a\": 1}\nstarting worker\n{\"a\": 2}\n")
    #expect(lines.texts == ["{\"a\":1}", "starting worker", "{\"a\":2}"])
    #expect(try reader.read("7\n\"x\"\n").texts == ["7", "\"x\""])
    reader.format = .text
    #expect(try reader.read("oops").texts == ["oops"])
  }

  @Test func `is bounded in bytes, items and levels`() throws {
    var reader = AnswerReader()
    (reader.maximumSize, reader.maximumCount) = (2_000, 100)
    #expect(
      try reader.read("[" + repeatElement("1", count: 100).joined(separator: ",") + "]")
        .items.count == 100)
    let many = repeatElement("1", count: 101)
    for text in [
      "[" + many.joined(separator: ",") + "]", many.joined(separator: "\n"),
      "[{\"a\": 1}," + many.joined(separator: ",") + "]",
      "a,b\n" + repeatElement("1,2\n", count: 101).joined(),
      repeatElement("{}\n", count: 101).joined(),
    ] {
      #expect(throws: AnswerError.tooManyItems(maximum: 100)) { try reader.read(text) }
    }
    #expect(throws: AnswerError.tooLarge(maximum: 2_000)) {
      try reader.read(String(repeating: "x", count: 2_001))
    }
    // Commas within an element do not count.
    #expect(try reader.read("[[" + many.joined(separator: ",") + "]]").items.count == 1)
    let deep = String(repeating: "[", count: 600) + String(repeating: "]", count: 600)
    #expect(throws: AnswerError.self) {
      var reader = AnswerReader()
      reader.format = .jsonArray
      return try reader.read(deep)
    }
  }

  @Test func `is read as the first page was`() throws {
    var reader = AnswerReader()
    let first = try reader.read("id;city\n1;Oslo\n2;Lima\n3;Rome\n")
    reader = reader.continuing(first)
    let row = "{\"id\":\"4\",\"city\":\"Bonn\"}"
    #expect(try reader.read("id;city\n4;Bonn\n").texts == [row])
    #expect(try reader.read("4;Bonn").texts == [row])
    #expect(try reader.read("").texts == [])
    let values = try AnswerReader().read("{\"a\": 1}\n{\"a\": 2}\n")
    #expect(try AnswerReader().continuing(values).read("{\"a\": 3}").texts == ["{\"a\":3}"])
    let array = try AnswerReader().read("[{\"id\": 1}]")
    #expect(throws: AnswerError.self) {
      try AnswerReader().continuing(array).read("rate limited")
    }
    #expect(try AnswerReader().continuing(array).read("null\n").texts == [])
    let lines = try AnswerReader().read("one\ntwo\n")
    #expect(try AnswerReader().continuing(lines).read("null\n").texts == ["null"])
    #expect(try AnswerReader().continuing(lines).read("{\"a\": 1}").texts == ["{\"a\": 1}"])
  }

  @Test func `may have a header with other columns than the first page`() throws {
    let first = try AnswerReader().read("id,name,city\n1,a,Oslo\n2,b,Lima\n")
    let reader = AnswerReader().continuing(first)
    for (text, row) in [
      ("id,name,city,extra\n3,c,Rome,x\n", #"{"id":"3","name":"c","city":"Rome","extra":"x"}"#),
      ("city,id,name\nRome,3,c\n", #"{"city":"Rome","id":"3","name":"c"}"#),
      ("id,city\n3,Rome\n", #"{"id":"3","city":"Rome"}"#),
      ("\"id\",\"name\",\"city\"\n3,c,Rome\n", #"{"id":"3","name":"c","city":"Rome"}"#),
      ("id,name,Rome\n", #"{"id":"id","name":"name","city":"Rome"}"#),
      ("id,id,id\n", #"{"id":"id","name":"id","city":"id"}"#),
    ] {
      #expect(try reader.read(text).texts == [row])
    }
  }

  @Test func `has two keys where two texts only look the same`() throws {
    let answer = try AnswerReader().read("[{\"id\": \"\u{E9}\"}, {\"id\": \"e\u{301}\"}]")
    #expect(answer.items[0].id != answer.items[1].id)
    #expect(Set(answer.items.compactMap(\.id.key)).count == 2)
  }

  @Test func `has keys where its items have different ones, and places elsewhere`() throws {
    var reader = AnswerReader()
    #expect(try reader.read("[{\"id\": 1}, {\"id\": \"x\"}]").keys == ["1", "x"])
    #expect(try reader.read("[{\"id\": 1}, {\"id\": 1}]").keys == [nil, nil])
    #expect(try reader.read("[{\"id\": 1}, {\"a\": 1}]").keys == [nil, nil])
    #expect(try reader.read("[{\"id\": null}, {\"id\": {}}]").keys == [nil, nil])
    #expect(
      try reader.read("{\"items\": [{\"metadata\": {\"uid\": \"u\"}}]}").keys == ["u"])
    #expect(
      try reader.read("[{}, {}]", at: AnswerPlace(page: "p", start: 7)).items.map(\.id)
        == [.place(page: "p", index: 7), .place(page: "p", index: 8)])
    reader.id = "user.name"
    #expect(try reader.read("[{\"user\": {\"name\": \"ana\"}}]").keys == ["ana"])
    #expect(throws: AnswerError.noID("user.name", item: 2)) {
      try reader.read("[{\"user\": {\"name\": \"ana\"}}, {\"user\": 1}]")
    }
    reader.keysTexts = true
    #expect(try reader.read("[\"a\", \"b\"]").keys == ["a", "b"])
  }

  @Test func `has the names of members as keys, also if these have a field named key`() throws {
    var reader = AnswerReader()
    let text = #"{"a1": {"key": 7, "n": 1}, "b2": {"key": 7, "n": 2}}"#
    let answer = try reader.read(text)
    #expect(answer.keys == ["a1", "b2"])
    #expect(answer.texts == [#"{"_key":"a1","key":7,"n":1}"#, #"{"_key":"b2","key":7,"n":2}"#])
    #expect(
      try reader.continuing(answer).read(#"{"c3": {"key": null}, "d4": 5}"#).keys == ["c3", "d4"])
    #expect(
      try reader.read(#"{"": {"a": 1}, "b": {"a": 1}, "c": {"a": 1}, "b": {"a": 2}}"#).keys
        == [nil, "b", "c", nil])
    reader.id = "n"
    #expect(try reader.read(text).keys == ["1", "2"])
  }
}

extension AnswerReader {
  /// Reads a text as an answer: its items, and the cursor of the next page.
  func read(_ text: String, at place: AnswerPlace = AnswerPlace()) throws(AnswerError) -> Answer {
    try answer(Array(text.utf8), at: place)
  }
}

extension Answer {
  /// Each item as text: a record as a line of JSON.
  var texts: [String] {
    items.map { item in
      switch item.content {
      case .record(let record): String(decoding: record.jsonLine(), as: UTF8.self)
      case .text(let text): String(decoding: text, as: UTF8.self)
      }
    }
  }

  /// The keys of the items.
  var keys: [String?] { items.map { $0.id.key?.text } }
}
