import Records
import Testing

@Suite struct `The format of a text` {
  private func format(_ text: String, _ name: String = "", isComplete: Bool = true) -> RecordFormat
  {
    Array(text.utf8).withUnsafeBytes {
      RecordFormat.recognized(in: $0, isComplete: isComplete, name: name)
    }
  }

  private func csv(_ delimiter: Character, hasHeader: Bool = true) -> RecordFormat {
    .csv(CSVDialect(delimiter: delimiter.asciiValue ?? 0, hasHeader: hasHeader))
  }

  @Test(arguments: [
    "{\"a\":1}\n{\"a\":2}\n", "{\"a\":1}\n{\"b\":{}}", "\n {\"a\":1} \r\n\n{\"a\":2}\r\n",
    "starting\n{\"a\":1}\n{\"a\":2}\nI0101 note\n{\"a\":3}\n", "\u{FEFF}{\"a\":1}\n{\"a\":2}\n",
    "{\"a\":1}\n{\"a\":2}\n{\"a\":3}\n{\"a\":4}\n{\"a\":5}\n{\"a\":\n",
    "{\"a\":1}\n{\"a\":", "{\"a\":\n{\"a\":2}\n", "{\"a\":NaN}\n{\"a\":2,}\n",
    "{\"a\":\"\\ud800\"}\n{\"a\":2}\n",
  ]) func `is that of objects in lines`(text: String) {
    #expect(format(text) == .ndjson)
    #expect(format(text, "x.json") == .ndjson)
    #expect(format(text, "x.csv") == .ndjson)
  }

  @Test(arguments: [
    "[]", " [ ]\n", "[{\"a\":1}]", "[{\"a\":1},{\"a\":2}]\n", " [\n  {\n \"a\": 1\n },\n {} ]",
    "\u{FEFF}[{}]",
  ]) func `is that of an array of objects`(text: String) {
    for name in ["", "x.json", "x.ndjson", "x.txt"] { #expect(format(text, name) == .jsonArray) }
  }

  @Test(arguments: ["[{\"a\":1},{\"b", "[{\"a\":[1,2,", "[{\"a\":1}", "[{\"a\":1},"])
  func `is that of an array whose end is not there yet`(text: String) {
    for isComplete in [false, true] { #expect(format(text, isComplete: isComplete) == .jsonArray) }
  }

  @Test(arguments: [
    "{\"a\":1}", "{\n \"a\": 1\n}\n", "[1,2]", "[[{}]]", "[{},1]", "\"a\"", "12",
    "{}\n{}\n", "[{a: 1}]", "[{'a': 1}]", "[section]\nkey=1\n",
  ]) func `is text for other JSON and what looks like it`(text: String) {
    for name in ["", "x.json", "x.txt", "x"] { #expect(format(text, name) == .text) }
  }

  @Test(arguments: [
    "[{\"a\":1}] x", "[{\"a\":1},]", "[{\"a\":1},{\"b", "[{\"a\":1}, 2, {\"a\" 3}]",
  ])
  func `is that of an array that is broken further on`(text: String) {
    for name in ["", "x.txt", "x.json.gz"] { #expect(format(text, name) == .jsonArray) }
  }

  @Test(arguments: [
    "x.ndjson", "x.jsonl", "/var/log/X.NDJSON", "x.jsonl.gz", "x.ndjson.zst", "x.jsonl.xz",
    "x.ndjson.bz2",
  ])
  func `is that of its name where one object is there`(name: String) {
    #expect(format("{\"a\":1}\n", name) == .ndjson)
    #expect(format("begin\nready\n{\"a\":1}\n", name) == .ndjson)
    #expect(format("{\"a\":\n{ b\n{\"a\":1}\n{\"a\"\n", name) == .ndjson)
    #expect(format("prose\n", name) == .text)
    #expect(format("{ code\n}\n", name) == .text)
  }

  @Test(arguments: [Character(","), ";", "\t", "|"]) func `is that of values with a header`(
    mark: Character
  ) {
    let line = { (fields: [String]) in fields.joined(separator: String(mark)) + "\n" }
    let text =
      line(["id", "first name", "Price (€)"]) + line(["1", "Ann", "2"]) + line(["2", "", ""])
    #expect(format(text) == csv(mark))
    #expect(format("\u{FEFF}" + text) == csv(mark))
    #expect(format(text, "x.log") == csv(mark))
  }

  @Test func `is that of values whose quotes hold other lines`() {
    #expect(format("id,note\n1,\"a\n\nb\"\n2,\"c, d\"\n\n") == csv(","))
    #expect(format("\"id\",\"a, b\"\r\n1,2\r\n3,4\r\n") == csv(","))
  }

  @Test func `looks at whole records only where more may follow`() {
    #expect(format("id,note\n1,2\n3,4\n5", isComplete: false) == csv(","))
    #expect(format("id,note\n1,2\n3,4\n5") == .text)
    #expect(format("id,note\n1,2\n3,4\n\"5\n", isComplete: false) == csv(","))
  }

  @Test func `takes the delimiter with which rows are even`() {
    #expect(format("a;b,c\n1;2\n3;4,5,6\n") == csv(";"))
    #expect(format("a|b,x|c\n1|2,3|4\n5|6,7|8\n") == csv("|"))
  }

  @Test func `is that of its name where rows are ragged or few, or a header lacks`() {
    #expect(format("a,b\n", "x.csv") == csv(","))
    #expect(format("a,b\n1,\0\n", "x.csv") == csv(","))
    #expect(format("1,2,3\n4,5\n6,7,8\n", "data/x.CSV") == csv(",", hasHeader: false))
    #expect(format("1,,3\n4,5\n6,7,8\n", "x.csv") == csv(",", hasHeader: false))
    #expect(format("a, b\n1, 2\n", "x.csv.gz") == csv(","))
    #expect(format("1;2,5\n3;4,5\n5;6\n", "x.csv") == csv(";", hasHeader: false))
    #expect(format("a\tb,c\n1\t2\n", "x.tsv") == csv("\t"))
    #expect(format("one\ntwo\n", "x.csv") == .text)
    #expect(format("", "x.csv") == .text)
  }

  @Test(arguments: [
    // Prose.
    "It was late, and cold.\nNobody came, nobody went.\nThen, at last, morning.\n",
    "To be, or not to be\nTo die, to sleep\nTo sleep, perchance to dream\n",
    "eggs,\nmilk,\nbread,\n", "Alles, was ist;\nalles, was war;\nalles, was wird;\n",
    // Logs.
    "2024-01-01 12:00:00,123 INFO one\n2024-01-01 12:00:01,456 INFO two\n2024-01-01 12:00:02,789 WARN three\n",
    "INFO start, a\nINFO more, b\nINFO end, c\n", "a=1,b=2\na=3,b=4\na=5,b=6\n",
    "Jan  1 12:00 host app[1]: x|y\nJan  1 12:01 host app[1]: x|y\nJan  1 12:02 host app[1]: z|y\n",
    "[a,b] one\n[a,b] two\n[a,b] three\n", "<a,b>\n<c,d>\n<e,f>\n",
    // Code and settings.
    "import a, b\nimport c, d\nimport e, f\n", "foo(a,b);\nfoo(c,d);\nfoo(e,f);\n",
    "x = [1,2]\ny = [3,4]\nz = [5,6]\n", "int a;\nint b;\nint c;\n", "f(a,b)\nf(c,d)\nf(e,f)\n",
    "INSERT INTO t VALUES (1,'a');\nINSERT INTO t VALUES (2,'b');\nINSERT INTO t VALUES (3,'c');\n",
    "| a | b |\n|---|---|\n| 1 | 2 |\n", "ls | wc\nls | sort\nls | head\n",
    "all:\n\tmake a\n\tmake b\n", "\"a\",\n\"b\",\n\"c\",\n", "{\n{\n}\n}\n",
    "{ x }\n{ y }\n{ z }\n",
    "if x {\n}\n{\"a\":1}\n", "a,b\n1,2\n", "1,234\n5,678\n9,012\n", "a,a\nb,b\nc,c\n",
    "a\0,b\n1,2\n3,4\n", "a\nb\nc\n", "", "\n\n\n", "a,b\n1,2\n3,4,5\n",
    "WARNING: root:late\nINFO: root:done\nERROR: app:gone\nINFO: app:12\n",
    "DEBUG  app  start\nINFO   app  stop\nDEBUG  db   start\n",
    "foo,bar,\nbaz,qux,\nabc,def,\n", "one two  three\nfour five  six\nseven  eight 9\n",
    "name: x\nport: 1\nhost: y\n", "eth0,1500\nlo,65536\nwlan0,1500\n",
    "a:b:c\nd:e:f\ng:h:i\n", "Dear all,\n\nnothing, really\nnothing, indeed\nyours, me\n",
    "# x\nfirst, then\nsecond, then\nthird, then\n",
    "Write it so:\n{\"a\":1}\n\nor so:\n{\"a\":2}\nand then\nit is read.\n",
  ]) func `is text for prose, logs and code`(text: String) {
    for isComplete in [true, false] { #expect(format(text, isComplete: isComplete) == .text) }
    #expect(format(text, "x.txt") == .text)
  }

  @Test func `is told by the first bytes`() {
    let long = String(
      repeating: "{\"a\":\"\(String(repeating: "x", count: 90))\"}\n", count: 11_000)
    #expect(format(long + "prose", isComplete: true) == .ndjson)
    let array =
      "["
      + Array(repeating: "{\"a\":\"\(String(repeating: "x", count: 90))\"}", count: 11_000).joined(
        separator: ",")
    #expect(format(array, isComplete: true) == .jsonArray)
  }

  @Test func `begins after a byte order mark`() {
    #expect(Array("\u{FEFF}{}".utf8).withUnsafeBytes { RecordFormat.contentOffset(in: $0) } == 3)
    #expect(Array("{}".utf8).withUnsafeBytes { RecordFormat.contentOffset(in: $0) } == 0)
    #expect([0xEF, 0xBB].withUnsafeBytes { RecordFormat.contentOffset(in: $0) } == 0)
  }
}
