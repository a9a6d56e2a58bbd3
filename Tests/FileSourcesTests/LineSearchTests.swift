import TemporaryFolders
import ByteStores
import FileSources
import Randomness
import Testing

/// Searching the lines of a file, compared with a plain list of them.
@Suite struct `A search of lines` {
  private static let executors: [any TaskExecutor] = [
    globalConcurrentExecutor, globalConcurrentExecutor,
  ]

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func search(
    _ pattern: TextPattern, _ text: some Sequence<UInt8>, spacing: Int, blockSize: Int = 4096
  ) throws -> LineSearch {
    let file = try FileStore(path: folder.write(text))
    return LineSearch(
      pattern, in: file, on: Self.executors, spacing: spacing, blockSize: blockSize)
  }

  private static func text(_ random: inout SplitMix64) -> [UInt8] {
    let lines = (0..<Int.random(in: 0...300, using: &random)).map { _ in
      (0..<Int.random(in: 0...40, using: &random)).map { _ in
        UInt8.random(in: 0x61...0x63, using: &random)
      }
    }
    let text = Array(lines.joined(separator: [0x0A]))
    return Bool.random(using: &random) ? text : text + [0x0A]
  }

  @Test(arguments: 0..<30, ["a", "abc", "cccc", "d"])
  func `finds from every line what a plain list has`(start: UInt64, text: String) async throws {
    var random = SplitMix64(start: start)
    let (pattern, bytes) = (TextPattern(text), Self.text(&random))
    let model = SearchModel(bytes, pattern)
    let spacing = [16, 64, 1000, 1 << 20].randomElement(using: &random) ?? 64
    let search = try search(pattern, bytes, spacing: spacing)
    for line in model.lines where Int.random(in: 0..<8, using: &random) == 0 {
      let count = Int.random(in: 1...4, using: &random)
      let below = model.matches.filter { $0.start >= line }.dropFirst(count - 1).first
      #expect(try await search.next(from: line, count: count) == below?.match)
      let above = model.matches.filter { $0.start < line }.dropLast(count - 1).last
      #expect(try await search.previous(before: line, count: count) == above?.match)
    }
    #expect(try await search.countAll() == model.matches.count)
    #expect(search.total == model.matches.count)
    for (index, match) in model.matches.enumerated() where random.occurs(inPercent: 25) {
      #expect(try await search.number(of: match.start) == index + 1)
    }
  }

  @Test(arguments: 0..<30, ["a", "abc", "cc", "d"])
  func `counts the matches of each line`(start: UInt64, text: String) async throws {
    var random = SplitMix64(start: start)
    let (pattern, bytes) = (TextPattern(text), Self.text(&random))
    let matches = String(decoding: bytes, as: UTF8.self).ranges(of: text).map {
      $0.lowerBound.utf16Offset(in: String(decoding: bytes, as: UTF8.self))
    }
    let file = try FileStore(path: folder.write(bytes))
    let search = LineSearch(
      pattern, in: file, on: Self.executors, counting: .matches,
      spacing: random.pick([16, 64, 1000, 1 << 20]), blockSize: 4096)
    for line in SearchModel(bytes, pattern).lines where random.occurs(inPercent: 12) {
      #expect(try await search.count(before: line) == matches.count { $0 < line })
    }
    #expect(try await search.countAll() == matches.count)
  }

  @Test(arguments: [32, 64, 100]) func `counts once where the pieces of a line meet`(
    blockSize: Int
  ) async throws {
    let line = String(repeating: "b", count: 1000)
    let file = try FileStore(path: folder.write("b\n\(line)\nb".utf8))
    let search = LineSearch(
      TextPattern("b"), in: file, on: Self.executors, counting: .matches, spacing: 128,
      blockSize: blockSize)
    #expect(try await search.countAll() == 1002)
    // The count before an offset within the long line.
    #expect(try await search.count(before: 302) == 301)
  }

  @Test func `knows a number before all is counted`() async throws {
    let search = try search(TextPattern("b"), "a\nb\nb\na\nb\n".utf8, spacing: 2)
    #expect(try await search.number(of: 4) == 2)
    #expect(search.total == nil)
    #expect(try await search.countAll() == 3)
  }

  @Test func `goes on in a file that grows, and in a line that does`() async throws {
    let search = try search(TextPattern("b"), "b\na".utf8, spacing: 4)
    #expect(try await search.countAll() == 1)
    try folder.append("b\nb\n")
    #expect(search.total == nil)
    #expect(try await search.countAll() == 3)
    #expect(try await search.next(from: 2) == 3)
  }

  @Test func `finds matches in a line longer than a block, which counts once`() async throws {
    let long = String(repeating: "a", count: 500) + "bb" + String(repeating: "a", count: 500) + "bb"
    let search = try search(
      TextPattern("bb"), "b\n\(long)\nbb\n".utf8, spacing: 128, blockSize: 64)
    #expect(try await search.countAll() == 2)
    #expect(try await search.next(from: 0) == 502)
    #expect(try await search.next(from: 504) == 1004)
    #expect(try await search.next(from: 0, count: 2) == 1007)
    #expect(try await search.previous(before: 1007) == 502)
  }

  @Test(arguments: 1...70)
  func `finds a match wherever the pieces of a line meet`(place: Int) async throws {
    let line = String(repeating: "a", count: place) + "bb" + String(repeating: "a", count: 90)
    let search = try search(TextPattern("bb"), line.utf8, spacing: 32, blockSize: 32)
    #expect(try await search.next(from: 0) == place)
    #expect(try await search.previous(before: line.utf8.count) == place)
    #expect(try await search.countAll() == 1)
  }

  @Test func `ends when its task is cancelled`() async throws {
    let search = try search(
      TextPattern("b"), Array(repeating: 0x61, count: 10_000), spacing: 64, blockSize: 64)
    // The task cancels itself, because it might finish before it is cancelled from outside.
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await search.countAll()
    }
    await #expect(throws: FileError.cancelled) { try await task.value }
  }

  @Test func `says that a file was cut short`() async throws {
    let file = try FileStore(path: folder.write(Array(repeating: 0x61, count: 1000)))
    let search = LineSearch(
      TextPattern("b"), in: file, on: Self.executors, spacing: 64, blockSize: 64)
    try folder.setSize(0)
    #expect(try await search.next(from: 0) == nil)
    #expect(try await search.countAll() == 0)
  }
}
