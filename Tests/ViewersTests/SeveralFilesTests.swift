import Feeds
import TableUI
import TemporaryFolders
import Terminal
import Testing
import Viewers

/// Several files on the command line, one of which is shown at a time.
@MainActor @Suite(.timeLimit(.minutes(2))) struct `Several files` {
  private func show(
    _ others: [String], _ body: (ViewerFixture) async throws -> Void
  ) async throws {
    try await TemporaryFolder.run { folder in
      try folder.write((1...100).map { "one \($0)\n" }.joined(), to: "one")
      try folder.write("two\n", to: "two")
      try await body(ViewerFixture(folder, "one", columns: 120, others: others))
    }
  }

  private func type(_ words: String, _ viewer: ViewerFixture) {
    viewer.type(words)
    viewer.type(.enter)
  }

  @Test func `are gone through, each where it was left`() async throws {
    try await show(["two"]) { viewer in
      await viewer.wait(for: "1 of 2")
      viewer.type("50G")
      await viewer.wait(for: ["one 50"])
      type(":n", viewer)
      await viewer.wait(for: ["two"])
      await viewer.wait(for: "2 of 2")
      type(":n", viewer)
      await viewer.wait(for: "this is the last file")
      type(":p", viewer)
      await viewer.wait(for: ["one 50"])
      type(":p", viewer)
      await viewer.wait(for: "this is the first file")
    }
  }

  @Test func `may hold one that is missing, which is told and passed over`() async throws {
    try await show(["none", "two"]) { viewer in
      await viewer.wait(for: "1 of 3")
      type(":n", viewer)
      await viewer.wait(for: ": No such file or directory")
      await viewer.wait(for: "1 of 2")
      type(":n", viewer)
      await viewer.wait(for: ["two"])
    }
  }

  @Test func `may be one`() async throws {
    try await show([]) { viewer in
      await viewer.wait(for: ["one 1"])
      type(":n", viewer)
      await viewer.wait(for: "this is the only file")
      #expect(!viewer.statusLine.contains(" of "))
    }
  }

  @Test func `are joined by one that is opened, behind the one that is shown`() async throws {
    try await show(["two"]) { viewer in
      try viewer.folder.write("three\n", to: "three")
      await viewer.wait(for: "1 of 2")
      type(":e \(viewer.folder.path)/three ", viewer)
      await viewer.wait(for: ["three"])
      await viewer.wait(for: "2 of 3")
      type(":n", viewer)
      await viewer.wait(for: ["two"])
      type(":p", viewer)
      type(":p", viewer)
      await viewer.wait(for: ["one 1"])
      type(":e \(viewer.folder.path)/none", viewer)
      await viewer.wait(for: "none: No such file or directory")
      await viewer.wait(for: "1 of 3")
      type(":e", viewer)
      await viewer.wait(for: ":e needs a file name")
    }
  }

  @Test func `lose the one that is shown, where another one is left`() async throws {
    try await show(["two"]) { viewer in
      await viewer.wait(for: "1 of 2")
      type(":d", viewer)
      await viewer.wait(for: ["two"])
      type(":p", viewer)
      await viewer.wait(for: "this is the only file")
      type(":d", viewer)
      await viewer.wait(for: "this is the only file")
    }
    try await show(["two"]) { viewer in
      await viewer.wait(for: "1 of 2")
      type(":n", viewer)
      await viewer.wait(for: ["two"])
      type(":d", viewer)
      await viewer.wait(for: ["one 1"])
      type(":n", viewer)
      await viewer.wait(for: "this is the only file")
    }
  }

  @Test func `have names that Tab completes`() async throws {
    try await show([]) { viewer in
      await viewer.wait(for: ["one 1"])
      try viewer.folder.write("deep\n", to: "folder/within")
      viewer.type(":e \(viewer.folder.path)/fo")
      viewer.type(.tab)
      await viewer.wait(for: "/folder/")
      viewer.type("w")
      viewer.type(.tab, .enter)
      await viewer.wait(for: ["deep"])
    }
  }

  @Test func `are those that were named where nothing else may be opened`() async throws {
    var options = ViewerOptions()
    options.restriction = .environment
    try await TemporaryFolder.run { folder in
      try folder.write("one\n", to: "one")
      let viewer = try ViewerFixture(folder, "one", columns: 120, options: options)
      await viewer.wait(for: ["one"])
      type(":e /etc/passwd", viewer)
      await viewer.wait(for: "LESSSECURE forbids opening other files")
      viewer.type(":e /et")
      viewer.type(.tab)
      await viewer.wait(for: "nothing to complete")
    }
  }

  @Test func `of a folder begin with it, which says what it is`() async throws {
    try await TemporaryFolder.run { folder in
      try folder.write("one\n", to: "one")
      let viewer = try ViewerFixture(folder, "", columns: 160)
      await viewer.wait(for: "one")
      type(":f", viewer)
      await viewer.wait(for: ": 1 entry")
      type(":e \(folder.path)/one", viewer)
      await viewer.wait(for: ["one"])
      await viewer.wait(for: "2 of 2")
      type(":p", viewer)
      await viewer.wait(for: "entry 1 of 1")
    }
  }

  @Test func `are the right ones where several are opened at once`() async throws {
    try await show(["none", "two"]) { viewer in
      await viewer.wait(for: "1 of 3")
      viewer.type(":n\n:n\n")
      await viewer.wait(for: "1 of 2")
      type(":n", viewer)
      await viewer.wait(for: ["two"])
    }
    try await show([]) { viewer in
      await viewer.wait(for: ["one 1"])
      viewer.type(":e /none\n:n\n:d\n")
      await viewer.wait("no list") {
        $0.last?.contains(" of ") == false || $0.last?.contains("1 of 100") == true
      }
      try viewer.folder.write("good\n", to: "good")
      viewer.type(":e \(viewer.folder.path)/missing\n:e \(viewer.folder.path)/good\n")
      await viewer.wait(for: ["good"])
      await viewer.wait(for: "2 of 2")
    }
  }
}
