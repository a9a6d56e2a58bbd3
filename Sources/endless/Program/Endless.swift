import ArgumentParser
import Foundation
import TableUI
import Terminal

/// The command line: options and what they mean, checked before anything is opened.
struct Endless: ParsableCommand {
  static let version = "0.1.0"

  static let configuration = CommandConfiguration(
    commandName: "endless",
    abstract: "Infinite scroll for the terminal.",
    discussion: """
      A FILE is shown as text, of any size, from its start or from where +N (a line) or +G (the \
      end) says; with --plain, +G is the last lines, a page of them or as many as --limit says. \
      Without a FILE there is the sample timeline, a list of posts in an embedded database that is \
      made on first use. F1 shows the keys that work.

      Exit status: 0, 1 the source failed, 2 wrong usage, 3 a failure that may pass, 130 broken \
      off, 128 + n ended by signal n.
      """,
    version: "endless \(version)")

  @Argument(help: ArgumentHelp("A text file; before or after it +N or +G.", valueName: "file"))
  var words: [String] = []

  @OptionGroup(title: "Paging") var paging: PagingOptions
  @OptionGroup(title: "Without a screen") var plainForm: PlainOptions
  @OptionGroup(title: "Looks") var looks: LooksOptions
  @OptionGroup(title: "Text files") var text: TextOptions
  @OptionGroup(title: "The sample timeline") var timeline: TimelineOptions
  @OptionGroup(title: "For guests") var secure: SecureOptions

  @Option(
    help: ArgumentHelp("Write what happens inside to a file, a line an event.", valueName: "file"))
  var log: String?

  func validate() throws {
    if secure.isOn { try refuseForGuests() }
    let words = try Words(words)
    _ = try paging.configuration()
    let isPlain = plainForm.isPlain
    if words.file != nil {
      try refuseForText()
    } else if text.lineNumbers {
      throw ValidationError("-N goes with a file")
    }
    if !isPlain, plainForm.json || plainForm.limit != nil {
      throw ValidationError("--json and --limit go with --plain")
    }
  }

  /// A guest has a screen and the timeline, and writes no file.
  private func refuseForGuests() throws {
    guard words.isEmpty, !text.lineNumbers else {
      throw ValidationError("--secure shows the sample timeline and no other source")
    }
    if plainForm.plain || plainForm.json || plainForm.limit != nil {
      throw ValidationError("--plain, --json and --limit do not go with --secure")
    }
    if log != nil { throw ValidationError("--log does not go with --secure") }
  }

  /// An option that would be without effect is a mistake.
  private func refuseForText() throws {
    if timeline.latency != 0 || timeline.failEvery != 0 {
      throw ValidationError("--latency and --fail-every go with the sample timeline")
    }
  }
}
