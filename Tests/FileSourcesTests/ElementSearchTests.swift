import TemporaryFolders
import ByteStores
import FileSources
import Paging
import Randomness
import Records
import Testing

/// The elements of an array that match, compared with a plain list of them.
@Suite struct `A search of elements` {
  private static let executors: [any TaskExecutor] = [globalConcurrentExecutor]
  private static let words = ["word", "name3", "{\"id\":2}", "語", "\\\"", "},{", "nowhere"]

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// An array in a file, and its elements.
  private struct Written {
    let file: FileStore
    let elements: [String]
    /// The offset of each element.
    let starts: [Int]
    /// The elements without their separators.
    let contents: [String]

    /// The indexes of the elements that meet all conditions: an element must contain the text of a
    /// condition, or must not contain it if the condition is negated.
    func matching(_ conditions: [FilterModel.Condition]) -> [Int] {
      elements.indices.filter { index in
        conditions.allSatisfy { match($0.text, in: index) != nil ? !$0.isNegated : $0.isNegated }
      }
    }

    /// The offset in the file of the first match of a text in an element; nil without a match.
    func match(_ text: String, in index: Int) -> Int? {
      TextPattern(text).match(in: contents[index].utf8).map { starts[index] + $0 }
    }
  }

  private func write(_ head: String, _ elements: [String]) throws -> Written {
    let file = try FileStore(path: folder.write((head + elements.joined()).utf8))
    file.passOver(head.utf8.count)
    var (starts, next) = ([Int](), head.utf8.count)
    for element in elements {
      starts.append(next)
      next += element.utf8.count
    }
    let contents = elements.enumerated().map { index, element in
      var rest = element[...]
      let isLast = index == elements.count - 1
      while let end = rest.last, end.isWhitespace || (isLast ? end == "]" : end == ",") {
        rest.removeLast()
        if end == "," || end == "]" { break }
      }
      while rest.last?.isWhitespace == true { rest.removeLast() }
      return String(rest)
    }
    return Written(file: file, elements: elements, starts: starts, contents: contents)
  }

  private func written(
    start: UInt64, isIndented: Bool, size: Int, rare: String = ""
  ) throws -> Written {
    var random = RandomArray(start: start, isIndented: isIndented)
    var (head, elements) = random.array(size)
    let gap = isIndented ? "\n  " : ""
    if !rare.isEmpty {
      for place in 1...3 {
        elements[elements.count * place / 4] = "{\"\(rare)\":[{\"id\":\(place)}]},\(gap)"
      }
    }
    return try write(head, elements)
  }

  private func search(
    _ pattern: any LinePattern, _ source: TextFileSource, _ file: FileStore, spacing: Int,
    blockSize: Int
  ) -> LineSearch {
    LineSearch(
      LineConditions([.init(pattern)], unit: source.matchUnit), in: file, on: Self.executors,
      spacing: spacing, blockSize: blockSize)
  }

  @Test(arguments: 1...4, [true, false])
  func `finds from every element what a plain list has`(
    start: UInt64, isIndented: Bool
  ) async throws {
    let array = try written(start: start, isIndented: isIndented, size: 6_000)
    var random = SplitMix64(start: start)
    for word in Self.words {
      let source = TextFileSource(array.file, as: .jsonArray, pieceSize: 4_096)
      let search = search(
        TextPattern(word), source, array.file, spacing: random.pick([300, 1_000, 1 << 20]),
        blockSize: random.pick([512, 4_096]))
      let found = array.matching([(word, false)])
      #expect(try await search.countAll() == found.count)
      for _ in 0..<5 {
        let from = random.within(0...array.starts.count - 1)
        let count = random.within(1...3)
        let below = found.filter { $0 >= from }.dropFirst(count - 1).first
        let above = found.filter { $0 < from }.dropLast(count - 1).last
        let place = array.starts[from]
        #expect(
          try await search.next(from: place, count: count)
            == below.flatMap { array.match(word, in: $0) })
        #expect(
          try await search.previous(before: place, count: count)
            == above.flatMap { array.match(word, in: $0) })
      }
      for (number, index) in found.enumerated() where random.occurs(inPercent: 10) {
        #expect(try await search.number(of: array.starts[index]) == number + 1)
      }
    }
  }

  @Test(arguments: 1...3, [true, false])
  func `shows whole elements, also those that have none of it, and others around`(
    start: UInt64, isIndented: Bool
  ) async throws {
    let array = try written(start: start, isIndented: isIndented, size: 4_000)
    let kinds: [[FilterModel.Condition]] = [
      [("word", false)], [("word", true)], [("word", false), ("name1", true)], [("nowhere", false)],
    ]
    for conditions in kinds {
      let source = TextFileSource(array.file, as: .jsonArray, pieceSize: 4_096)
      for context in [0, 2] {
        let filter = FilteredTextSource(
          source, FilterModel.conditions(conditions), context: context, on: Self.executors,
          window: 256)
        let found = array.matching(conditions)
        let shown = array.elements.indices.filter { index in
          found.contains { abs($0 - index) <= context }
        }
        let expected = shown.map { array.elements[$0] }
        for size in [7, 100] {
          for end in [PageRequest<FileOffset>.Position.start, .end] {
            let lines = try await filter.walk(end, by: size)
            #expect(lines.map { String(decoding: $0.raw, as: UTF8.self) } == expected)
          }
        }
        #expect(try await filter.search(of: array.file).countAll() == found.count)
      }
    }
  }

  /// The search skips most of the array, and must then find the borders near each match.
  @Test(arguments: [true, false])
  func `finds the few that match in a long array`(isIndented: Bool) async throws {
    let array = try written(start: 1, isIndented: isIndented, size: 400_000, rare: "rare")
    let source = TextFileSource(array.file, as: .jsonArray)
    let search = search(
      TextPattern("\"rare\""), source, array.file, spacing: 90_000, blockSize: 20_000)
    let found = array.matching([("\"rare\"", false)])
    #expect(found.count == 3)
    #expect(try await search.countAll() == 3)
    let filter = FilteredTextSource(
      source, FilterModel.conditions([("\"rare\"", false)]), context: 1, on: Self.executors)
    let shown = found.flatMap { [$0 - 1, $0, $0 + 1] }.map { array.elements[$0] }
    for end in [PageRequest<FileOffset>.Position.start, .end] {
      let lines = try await filter.walk(end, by: 50)
      #expect(lines.map { String(decoding: $0.raw, as: UTF8.self) } == shown)
    }
  }

  @Test func `counts an element once that is longer than a block, and finds those behind it`()
    async throws
  {
    let long = "{\"a\":[" + String(repeating: "{\"b\":\"xx]\"},", count: 300) + "7]},"
    let array = try write("[", ["{\"b\":1},", long, "{\"b\":2}]"])
    let source = TextFileSource(array.file, as: .jsonArray, pieceSize: 256)
    for (word, found) in [("b", 3), ("7", 1), ("xx", 1), ("2", 1)] {
      let search = search(
        TextPattern(word), source, array.file, spacing: 1 << 20, blockSize: 128)
      #expect(try await search.countAll() == found)
    }
  }

  @Test func `goes on in an array that grows`() async throws {
    let array = try write("[", ["{\"a\":1},", "{\"b\":1},", "{\"a\":"])
    let source = TextFileSource(array.file, as: .jsonArray)
    let search = search(TextPattern("\"a\":"), source, array.file, spacing: 8, blockSize: 64)
    #expect(try await search.countAll() == 2)
    try folder.append("3},{\"b\":2},{\"a\":4}]")
    #expect(search.total == nil)
    #expect(try await search.countAll() == 3)
    #expect(try await search.next(from: array.starts[1], count: 2) == array.starts[2] + 17)
  }
}
