import Feeds
import Foundation
import TemporaryFolders
import Testing
import Viewers

@MainActor @Suite struct `An address` {
  private static func title(
    _ name: String, in folder: TemporaryFolder, _ registry: FeedRegistry = ViewerFixture.registry
  ) throws(Failure) -> String {
    try registry.open(Array("\(folder.path)/\(name)".utf8), at: nil, ViewerOptions()).title
  }

  @Test func `is a path that exists, whole, before anything else`() async throws {
    try await TemporaryFolder.run { folder in
      try folder.write("one\n", to: "log:12")
      try folder.write("one\n", to: "log")
      #expect(try Self.title("log:12", in: folder).hasSuffix("/log:12"))
      #expect(try Self.title("log:13", in: folder).hasSuffix("/log"))
      #expect(try Self.title("", in: folder) == folder.path + "/")
    }
  }

  @Test(arguments: ["nothing", "nothing:12", "log:", "log:0", "log:x", "log:-1", "log/below"])
  func `that nobody has is told`(name: String) async throws {
    try await TemporaryFolder.run { folder in
      try folder.write("one\n", to: "log")
      let failure = #expect(throws: Failure.self) { try Self.title(name, in: folder) }
      #expect(failure?.text == "\(folder.path)/\(name): No such file or directory")
      #expect(failure?.status == 1)
    }
  }

  @Test func `that is an address which nothing here opens is told`() {
    let failure = #expect(throws: Failure.self) {
      try ViewerFixture.registry.open(Array("https://example.com".utf8), at: nil, ViewerOptions())
    }
    #expect(failure == .usage("cannot open 'https:' addresses: name a file or a folder"))
  }

  @Test func `with a scheme is what follows it, for the opener that has the scheme`() throws {
    let registry = FeedRegistry([
      FeedOpener { address, _ throws(Failure) in
        guard case .scheme("made", let rest) = address else { return nil }
        throw .usage("made of \(rest)")
      }
    ])
    let failure = #expect(throws: Failure.self) {
      try registry.open(Array("made:up:here".utf8), at: nil, ViewerOptions())
    }
    #expect(failure == .usage("made of up:here"))
  }

  @Test(arguments: ["http://host/file", "https://host", "HTTP://host", "Https://host/a?b=c"])
  func `of the web is handed on where no such path exists`(word: String) {
    let registry = FeedRegistry([], programs: [.connect])
    #expect(registry.program(for: Array(word.utf8))?.name == "endless-connect")
    #expect(ViewerFixture.registry.program(for: Array(word.utf8)) == nil)
  }

  @Test(arguments: [
    "http:host", "http:/host", "httpx://host", "ftp://host", "file:///tmp", "/tmp", "-",
  ])
  func `of another kind is handed on to no program`(word: String) {
    let registry = FeedRegistry([], programs: [.connect])
    #expect(registry.program(for: Array(word.utf8)) == nil)
  }

  @Test(arguments: ["curl http://h", "curl\th", "curl\n-s h", "curl "])
  func `in a line of curl is handed on, and kept in no message`(word: String) {
    let word = Array(word.utf8)
    #expect(FeedRegistry([], programs: [.connect]).program(for: word)?.name == "endless-connect")
    for other in ["curl", "curly h", "curl:h", " curl h", "CURL h"] {
      #expect(FeedRegistry([], programs: [.connect]).program(for: Array(other.utf8)) == nil)
    }
    #expect(throws: Failure.usage("this program does not support curl commands")) {
      try ViewerFixture.registry.open(word, at: nil, ViewerOptions())
    }
  }

  @Test func `of a file with a line is opened there`() async throws {
    try await TemporaryFolder.run { folder in
      try folder.write((1...100).map { "line \($0)\n" }.joined(), to: "log")
      let viewer = try ViewerFixture(folder, "log:42")
      await viewer.wait(for: ["line 42", "line 43"])
    }
  }
}
