import Foundation
import GRDB
import Testing

/// Files that are not what they should be.
@Suite(.serialized, .timeLimit(.minutes(10))) struct `Bad data` {
  /// A way in which a file is not a valid database.
  enum Damage: Sendable {
    case text, otherDatabase, firstPage, noise
    /// The database without its last page, or only the first of the given number of equal parts.
    case withoutEnd, part(Int)

    static let all: [Damage] = [
      .text, .otherDatabase, .firstPage, .noise, .withoutEnd, .part(2), .part(10), .part(100),
    ]

    func apply(to database: Data) -> Data {
      switch self {
      case .text: Data("This is a letter to my sister.\n".utf8)
      case .otherDatabase: Data(database.prefix(100)) + Data(count: 8_092)
      case .firstPage: Data(database.prefix(4_096))
      case .noise: Data(database.prefix(16)) + Data(repeating: 0xA5, count: 100_000)
      case .withoutEnd: database.dropLast(4_096)
      case .part(let number): database.prefix(database.count / number)
      }
    }
  }

  @Test(arguments: Damage.all)
  func `in place of the database or at its end is named and left alone`(
    damage: Damage
  ) async throws {
    try await SampleHome.run { home in
      let file = URL(filePath: home.database)
      let damaged = damage.apply(to: try Data(contentsOf: file))
      try damaged.write(to: file)
      let plain = try await Command.run(home.launch("timeline:", "--plain"), within: .seconds(60))
      #expect(plain.status == .exited(1))
      #expect(plain.error.hasPrefix("endless: ") && plain.error.isOneLine, "\(plain.error)")
      #expect(plain.error.contains(home.database), "\(plain.error)")
      #expect(plain.output.isEmpty)
      #expect(try Data(contentsOf: file) == damaged)
      let (status, error) = try await SampleHome.refusal(of: home.launch())
      #expect(status == .exited(1) && error == plain.error, "\(error)")
      #expect(try Data(contentsOf: file) == damaged)
    }
  }

  private static let times = [Int.min, -62_135_596_801, 253_402_300_800, .max].map {
    "time = \($0)"
  }
  private static let large = "text = replace(hex(zeroblob(500000)), '00', 'many words ')"

  @Test(arguments: times + [large], ["", "--secure"])
  func `for a time is shown as some age, and too large for a post is not read`(
    change: String, secure: String
  ) async throws {
    try await SampleHome.run { home in
      try await Self.change(home, change)
      let arguments = secure.isEmpty ? [] : [secure, "--posts", home.folder]
      try await PseudoTerminal.run(home.launch(arguments)) { terminal in
        if change == Self.large {
          try await terminal.waitFor("too big")
        } else {
          try await terminal.waitFor("loaded")
          try await terminal.write("\r")
          try await terminal.waitFor("Post by")
        }
        try await terminal.quit(by: "Q")
      }
    }
  }

  /// Changes the newest post.
  private static func change(_ home: SampleHome, _ assignment: String) async throws {
    let database = try DatabaseQueue(path: home.database)
    try await database.write { db in
      let newest = "SELECT id FROM post ORDER BY time DESC, id DESC LIMIT 1"
      try db.execute(sql: "UPDATE post SET \(assignment) WHERE id = (\(newest))")
    }
    _ = try await database.writeWithoutTransaction { try $0.checkpoint(.truncate) }
    try database.close()
  }

  @Test func `of no bytes is as good as none`() async throws {
    try await SampleHome.run(filled: false) { home in
      try home.writeDatabase(Data())
      let result = try await Command.run(home.launch("timeline:", "--plain", "--limit", "3"))
      #expect(result.status == .exited(0))
      #expect(result.output.split(separator: "\n").count == 3)
    }
  }

  @Test func `is no folder: the timeline scrolls and says what cannot be kept`() async throws {
    try await SampleHome.run(filled: false) { home in
      try home.directory.write("a file\n", to: "data")
      try await home.onScreen(columns: 160) { tmux in
        let start = try await tmux.screen("posts") { $0.loaded == 50 }
        try await tmux.send("Space")
        try await tmux.screen("the next page") { $0.contents != start.contents }
        try await tmux.send("L")
        try await tmux.screen("why not") { screen in
          screen.status.contains("cannot save likes: \(home.folder) is not writable")
        }
        try await tmux.send("r")
        try await tmux.waitFor("3 new")
        try await tmux.quit()
      }
      #expect(try home.directory.read("data") == "a file\n")
    }
  }

  /// A fault of a picture.
  enum Picture: String, CaseIterable, Sendable { case missing, empty, text, cut, folder }

  @Test(arguments: Picture.allCases) func `for a picture shows a note in its place`(
    what: Picture
  ) async throws {
    try await SampleHome.run { home in
      let copy = try InstalledCopy(of: home.program, below: home.directory.path + "/prefix")
      try Self.damage(copy.pictures, what)
      var launch = home.launch()
      launch.program = copy.program
      try await Tmux.run(launch, lines: 60) { tmux in
        try await tmux.waitFor("(the picture cannot be shown)")
        try await tmux.send("j", "Enter")
        try await tmux.screen("the note again") { screen in
          screen.status.contains("Post by")
            && screen.body.contains { $0.contains("(the picture cannot be shown)") }
        }
        try await tmux.quit(by: "Q")
      }
    }
  }

  private static func damage(_ folder: String, _ what: Picture) throws {
    let files = FileManager.default
    for name in try files.contentsOfDirectory(atPath: folder) {
      let file = URL(filePath: folder).appending(path: name)
      let whole = try Data(contentsOf: file)
      try files.removeItem(at: file)
      switch what {
      case .missing: break
      case .empty: try Data().write(to: file)
      case .text: try Data("no picture\n".utf8).write(to: file)
      case .cut: try whole.prefix(whole.count / 20).write(to: file)
      case .folder: try files.createDirectory(at: file, withIntermediateDirectories: false)
      }
    }
  }

  @Test func `is no reason to keep silent about missing sample posts`() async throws {
    try await SampleHome.run(filled: false) { home in
      let copy = try InstalledCopy(of: home.program, below: home.directory.path + "/prefix")
      for text in [nil, "", "{}", #"{"authors": [], "posts": []}"#] {
        let posts = URL(filePath: copy.pictures).deletingLastPathComponent()
          .appending(path: "posts.json")
        try FileManager.default.removeItem(at: posts)
        try text.map { try Data($0.utf8).write(to: posts) }
        var launch = home.launch("timeline:", "--plain", "--limit", "1")
        launch.program = copy.program
        let result = try await Command.run(launch)
        #expect(result.status == .exited(1))
        #expect(result.error.hasPrefix("endless: ") && result.error.isOneLine, "\(result.error)")
        #expect(result.output.isEmpty)
        try Data().write(to: posts)
      }
    }
  }
}
