import TemporaryFolders
import Foundation
import Testing
import Timeline

@Suite struct `A file of likes` {
  private let directory: TemporaryFolder
  private var path: String { directory.url("likes").path }

  init() throws { directory = try TemporaryFolder() }

  private var lines: [Substring] {
    get throws { try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n") }
  }

  @Test func `has a line for each, with when and what`() throws {
    let likes = try LikesFile(path: path)
    try likes.add(liked: true, postID: 17, now: 1_750_000_000)
    try likes.add(liked: false, postID: 17, now: 1_750_000_009)
    #expect(try lines == ["1750000000 like 17", "1750000009 unlike 17"])
  }

  @Test func `goes on where it ends, and only its owner reads it`() throws {
    try LikesFile(path: path).add(liked: true, postID: 1, now: 5)
    try LikesFile(path: path).add(liked: true, postID: 2, now: 6)
    #expect(try lines == ["5 like 1", "6 like 2"])
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
    #expect((mode as? NSNumber)?.intValue == 0o600)
  }

  @Test(arguments: [0, 8, 9, 17, 18, 26]) func `never exceeds its bound`(bound: Int) throws {
    let likes = try LikesFile(path: path, bound: bound)
    var kept = 0
    for number in 1...9 where (try? likes.add(liked: true, postID: Int64(number), now: 1)) != nil {
      kept += 1
    }
    #expect(kept == bound / 9)
    #expect(try lines.count == kept)
    #expect(throws: TimelineError.noRoom(what: "likes")) {
      try likes.add(liked: true, postID: 1, now: 1)
    }
  }

  @Test func `takes whole lines of many at once, up to its bound`() async throws {
    let bound = 30_000
    await withTaskGroup { group in
      for session in 0..<8 {
        group.addTask { [path] in
          guard let likes = try? LikesFile(path: path, bound: bound) else { return }
          for number in 0..<500 {
            try? likes.add(liked: number % 2 == 0, postID: Int64(session * 1_000 + number), now: 7)
          }
        }
      }
    }
    let lines = try lines
    #expect(lines.allSatisfy { $0.wholeMatch(of: #/7 (like|unlike) \d+/#) != nil })
    #expect(Set(lines).count == lines.count)
    let size = try Data(contentsOf: URL(filePath: path)).count
    #expect(size <= bound && size > bound - 20)
  }

  @Test func `is no link, no folder and no device`() throws {
    let files = FileManager.default
    try files.createSymbolicLink(atPath: path, withDestinationPath: directory.url("other").path)
    for place in [path, directory.path, "/dev/null", directory.url("no/folder").path] {
      #expect(throws: TimelineError.self) { try LikesFile(path: place) }
    }
    #expect(!files.fileExists(atPath: directory.url("other").path))
  }
}
