import FileSources
import Records
import Search
import Testing

@testable import Feeds

/// The rows of a record that is shown in full.
@Suite struct `A record in rows` {
  private func tree(_ text: String, folds: [String: Bool] = [:]) -> DetailTree {
    DetailTree(subject(Array(text.utf8)), folds: folds)
  }

  private func subject(_ bytes: [UInt8], isCut: Bool = false) -> DetailSubject {
    DetailSubject(part: bytes[...], at: FileOffset(bytes: 0), .ndjson, isCut: isCut)
  }

  /// Each row as its depth, its name, and its text or the number of its children.
  private func rows(_ tree: DetailTree) -> [String] {
    tree.rows.map { row in
      let text =
        switch row.content {
        case .note(let note): "(\(note))"
        case .value, .text:
          row.childCount.map { "\($0)" } ?? String(decoding: row.utf8.prefix(20), as: UTF8.self)
        }
      return String(repeating: ".", count: row.depth) + "\(row.name) \(text)"
    }
  }

  @Test func `has the fields in their order, and small values unfolded`() {
    let text = #"{"b": 1, "a": {"x": "\u0041", "y": [true, {}]}, "b": [], "c": null}"#
    #expect(
      rows(tree(text)) == [
        "b 1", "a 2", ".x A", ".y 2", "..0 true", "..1 {}", "b []", "c null",
      ])
  }

  @Test func `is folded and unfolded`() {
    var tree = tree(#"{"a": {"x": {"y": 1}, "z": 2}, "b": 3}"#)
    #expect(rows(tree) == ["a 2", ".x 1", "..y 1", ".z 2", "b 3"])
    tree.fold(0)
    #expect(rows(tree) == [#"a {"x": {"y": 1}, "z":"#, "b 3"])
    tree.unfold(0)
    #expect(rows(tree) == ["a 2", #".x {"y": 1}"#, ".z 2", "b 3"])
    #expect(tree.unfold(3) == 0)
    #expect(tree.parent(of: 2) == 0)
    #expect(tree.parent(of: 0) == nil)
  }

  @Test func `is folded as the one before was, by the paths`() {
    let folds = ["a": false, "c.0": true, "c": true]
    let text = #"{"a": {"x": 1}, "c": [{"y": 2}], "d": {"z": 3}}"#
    #expect(
      rows(tree(text, folds: folds)) == [#"a {"x": 1}"#, "c 1", ".0 1", "..y 2", "d 1", ".z 3"])
    #expect(tree(text).index(of: "c.0.y") == 4)
    #expect(tree(text).index(of: "c.0.q") == 3)
    #expect(tree(text).index(of: "q") == nil)
  }

  @Test func `leaves what is large folded`() {
    let numbers = (0..<150).map { "\($0)" }.joined(separator: ",")
    var tree = tree(#"{"a": [\#(numbers)], "b": {"x": 1}}"#)
    #expect(tree.rows.map(\.name) == ["a", "b", "x"])
    #expect(tree.unfold(0) == 150)
    #expect(tree.rows.count == 153)
  }

  @Test func `has ten thousand fields, and says that there are more`() {
    let fields = (0..<10_002).map { "\"n\($0)\":[\($0)]" }.joined(separator: ",")
    let all = tree("{\(fields)}")
    #expect(all.rows.count == 10_001)
    #expect(rows(all).last == " (more than 10000 fields: the rest is left out)")
    var nested = tree("{\"a\": {\(fields)}}")
    #expect(nested.unfold(0) == 10_001)
    #expect(rows(nested).last == ". (more than 10000 fields: the rest is left out)")
  }

  @Test func `of a hundred thousand levels has those down to the hundredth`() {
    let text = String(repeating: "{\"a\":[", count: 50_000)
    var tree = tree(text)
    #expect(rows(tree).first == " (not valid JSON: more than 512 levels at byte 1537)")
    tree.changeAll(unfolds: true)
    #expect(tree.rows.count == 102)
    #expect(rows(tree).last?.hasSuffix(". (more than 100 levels: the rest is left out)") == true)
    tree.changeAll(unfolds: false)
    #expect(tree.rows.count == 2)
  }

  @Test func `that is cut off has the fields that are there`() {
    let text = #"{"a": 1, "b": {"c": "long te"#
    let tree = DetailTree(subject(Array(text.utf8), isCut: true))
    #expect(
      rows(tree) == [" (longer than 28 bytes: the rest is left out)", "a 1", "b 1", ".c long t"])
  }

  @Test(arguments: [
    ("plain words", ["  plain words"]), ("", ["  "]), ("[1, 2]", ["  [1, 2]"]),
    (#"{"a": 01}"#, [" (not valid JSON: a number with a leading zero at byte 7)", "a 01"]),
  ]) func `is any other line as it stands`(text: String, expected: [String]) {
    #expect(rows(tree(text)) == expected.map { $0.hasPrefix("  ") ? String($0.dropFirst()) : $0 })
  }

  @Test func `has names that are no longer than one reads`() {
    let long = String(repeating: "n", count: 300)
    #expect(tree("{\"\(long)\": {\"a\": 1}}").rows.map(\.name.count) == [200, 1])
  }

  // MARK: Searching

  private func found(
    _ pattern: String, in tree: inout DetailTree, from start: Int, down: Bool = true
  ) throws -> String? {
    let matcher = Matcher(try SearchPattern(pattern))
    return tree.nextMatch(from: start, goingDown: down, matcher).map { tree.rows[$0].path }
  }

  @Test func `is searched in names and values, round and round, and in what is folded`() throws {
    var tree = tree(#"{"one": "x", "two": {"three": "one", "in": {"x": "deep"}}, "four": "x"}"#)
    tree.changeAll(unfolds: false)
    #expect(try found("deep", in: &tree, from: 0) == "two.in.x")
    #expect(tree.rows.count == 6)
    #expect(try found("^x$", in: &tree, from: 0) == "two.in.x")
    #expect(try found("^x$", in: &tree, from: 4) == "four")
    #expect(try found("^x$", in: &tree, from: 5) == "one")
    #expect(try found("one", in: &tree, from: 0, down: false) == "two.three")
    #expect(try found("one", in: &tree, from: 2, down: false) == "one")
    tree.changeAll(unfolds: false)
    #expect(try found("deep", in: &tree, from: 0, down: false) == "two.in.x")
    // The selected row is searched, too.
    tree.changeAll(unfolds: false)
    #expect(try found("deep", in: &tree, from: 1) == "two.in.x")
    #expect(try found("none", in: &tree, from: 0) == nil)
    #expect(try found("two", in: &tree, from: 0) == "two")
  }

  @Test func `is not unfolded beyond a number of rows in a search`() throws {
    var tree = tree("{\"a\": [" + String(repeating: "[1, 1],", count: 30_000) + "[]]}")
    _ = try found(",", in: &tree, from: 0)
    #expect(tree.rows.count <= 2 * DetailTree.mostChildren + 2)
  }

  @Test func `is searched as deep as one looks`() throws {
    var tree = tree(String(repeating: "{\"a\":", count: 5_000) + "\"needle\"")
    #expect(try found("needle", in: &tree, from: 0)?.split(separator: ".").count == 33)
  }
}
