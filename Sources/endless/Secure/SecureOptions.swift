import ArgumentParser
import TableUI

/// What a guest may do who comes over a network, and for how long.
struct SecureOptions: ParsableArguments {
  @Flag(
    name: .customLong("secure"),
    help: ArgumentHelp(
      "For guests, as the one command of an SSH server: nothing but the sample timeline on a "
        + "screen; no other source, no suspend, and nothing of the environment. The options below "
        + "go with it."))
  var isOn = false

  @Option(
    help: ArgumentHelp(
      "Read the posts in the timeline.sqlite of this folder; without it they are made in memory.",
      valueName: "folder"))
  var posts: String?

  @Option(
    help: ArgumentHelp("Add likes to this file, up to 1 MiB; else nowhere.", valueName: "file"))
  var likes: String?

  @Option(
    help: ArgumentHelp("Count the sessions by locks in this folder.", valueName: "folder"))
  var slots: String?

  @Option(help: ArgumentHelp("With --slots: sessions at a time (50).", valueName: "n"))
  var sessions: Int?

  @Option(help: ArgumentHelp("End after so long without a key (300).", valueName: "seconds"))
  var idleLimit: Int?

  @Option(help: ArgumentHelp("End after so long (1800).", valueName: "seconds"))
  var timeLimit: Int?

  @Option(
    help: ArgumentHelp(
      "Take so many bytes of keys a second (4096) and drop the rest; end after five seconds of it.",
      valueName: "bytes"))
  var inputLimit: Int?

  func validate() throws {
    guard isOn else { return try refuseAlone() }
    try check("--sessions", sessions, 1...10_000)
    try check("--idle-limit", idleLimit, 1...86_400)
    try check("--time-limit", timeLimit, 1...86_400)
    try check("--input-limit", inputLimit, 64...(1 << 20))
    for (name, value) in texts where value?.isEmpty == true {
      throw ValidationError("\(name) is empty; name a path")
    }
    if sessions != nil, slots == nil { throw ValidationError("--sessions goes with --slots") }
  }

  private var texts: [(name: String, value: String?)] {
    [("--posts", posts), ("--likes", likes), ("--slots", slots)]
  }

  /// An option that would be without effect is a mistake.
  private func refuseAlone() throws {
    let numbers = [
      ("--sessions", sessions), ("--idle-limit", idleLimit), ("--time-limit", timeLimit),
      ("--input-limit", inputLimit),
    ]
    let said =
      texts.filter { $0.value != nil }.map(\.name) + numbers.filter { $0.1 != nil }.map(\.0)
    if let name = said.first { throw ValidationError("\(name) goes with --secure") }
  }

  private func check(_ name: String, _ value: Int?, _ range: ClosedRange<Int>) throws {
    guard let value, !range.contains(value) else { return }
    throw ValidationError(
      "\(name) \(value) is out of range; it must be \(range.lowerBound) to \(range.upperBound)")
  }
}

extension SecureOptions {
  /// Sessions at a time.
  var mostSessions: Int { sessions ?? 50 }

  /// How long a session may last.
  @MainActor var limits: SessionLimits {
    SessionLimits(idle: .seconds(idleLimit ?? 300), total: .seconds(timeLimit ?? 1_800))
  }

  /// Bytes of keys a second; nil where nobody needs to be held back.
  var inputRate: Int? { isOn ? inputLimit ?? 4_096 : nil }
}
