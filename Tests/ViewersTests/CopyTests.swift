import Feeds
import TemporaryFolders
import Terminal
import Testing
import Viewers

/// The text that is copied to the clipboard.
@MainActor @Suite(.timeLimit(.minutes(2))) struct `What is copied` {
  private static let log = """
    {"level": "info", "user": {"name": "a\\tb"}, "id": 1, "text": "one\\ntwo \\u00e9"}
    no record
    {"level": "warn", "id": 1.50}

    """

  private func show(
    _ text: String = log, as name: String = "t.ndjson", options: ViewerOptions = ViewerOptions(),
    _ body: (ViewerFixture) async throws -> Void
  ) async throws {
    try await TemporaryFolder.run { folder in
      try folder.write(text, to: name)
      let viewer = try ViewerFixture(folder, name, lines: 12, columns: 90, options: options)
      await viewer.wait("records") { $0.last?.contains(name) ?? false }
      try await body(viewer)
    }
  }

  private func clipboard(_ viewer: ViewerFixture) -> String? {
    viewer.screen.clipboard.map { String(decoding: $0, as: UTF8.self) }
  }

  @Test func `of a record is the value, without quotes and escapes, or all of it as JSON`()
    async throws
  {
    try await show { viewer in
      viewer.type(.enter)
      await viewer.wait(for: "▾ user")
      viewer.type("Gy")
      await viewer.wait(for: "sent text, 10 bytes")
      #expect(clipboard(viewer) == "one\ntwo é")
      viewer.type("gjy")
      #expect(clipboard(viewer) == #"{"name": "a\tb"}"#)
      viewer.type("jy")
      #expect(clipboard(viewer) == "a\tb")
      viewer.type("Y")
      #expect(
        clipboard(viewer)
          == #"{"level":"info","user":{"name":"a\tb"},"id":1,"text":"one\ntwo \u00e9"}"#)
      viewer.type("Jy")
      #expect(clipboard(viewer) == "no record")
    }
  }

  @Test func `of a row is what stands in the columns, with tabs between`() async throws {
    try await show { viewer in
      viewer.type("y")
      await viewer.wait(for: "sent the row")
      #expect(clipboard(viewer) == "info\ta\\tb\t1\tone\\ntwo é")
      viewer.type("Jy")
      #expect(clipboard(viewer) == "no record")
      viewer.type("JY")
      #expect(clipboard(viewer) == #"{"level":"warn","id":1.50}"#)
      viewer.type("ty")
      #expect(clipboard(viewer) == #"{"level": "warn", "id": 1.50}"#)
    }
    try await show("a,b\n1,\"x \"\"y\"\"\"\n2,z\n", as: "t.csv") { viewer in
      viewer.type("y")
      #expect(clipboard(viewer) == "1\tx \"y\"")
      viewer.type("Y")
      #expect(clipboard(viewer) == #"{"a":"1","b":"x \"y\""}"#)
    }
  }

  @Test(arguments: [8_192, 8_193]) func `has up to 8 KiB`(count: Int) async throws {
    let text = String(repeating: "x", count: count)
    try await show("{\"a\": \"\(text)\"}\n{\"a\": \"\"}\n") { viewer in
      viewer.type(.enter)
      await viewer.wait(for: ["▌   a  xxx"].map { $0 + String(repeating: "x", count: 80) })
      viewer.type("y")
      if count > 8_192 {
        await viewer.wait(for: "cannot copy a: 8,193 bytes (limit 8,192)")
        #expect(clipboard(viewer) == nil)
      } else {
        #expect(clipboard(viewer) == text)
      }
      viewer.type("Jy")
      await viewer.wait(for: "a is empty")
    }
  }

  @Test(arguments: [Restriction.environment, .guest])
  func `is nothing for those who may only read`(restriction: Restriction) async throws {
    var options = ViewerOptions()
    options.restriction = restriction
    try await show(options: options) { viewer in
      for keys in ["y", "Y"] {
        viewer.type(keys)
        await viewer.wait(for: "forbids copying")
      }
      viewer.type(.enter)
      await viewer.wait(for: "▾ user")
      for keys in ["y", "Y"] {
        viewer.type(keys)
        await viewer.wait(for: "forbids copying")
      }
      #expect(clipboard(viewer) == nil)
    }
  }
}
