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
      Without a source it shows the sample timeline, a list of posts in an embedded database that \
      is made on first use. F1 shows the keys that work.

      Exit status: 0, 1 the source failed, 2 wrong usage, 3 a failure that may pass, 130 broken \
      off, 128 + n ended by signal n.
      """,
    version: "endless \(version)")

  @Argument(help: ArgumentHelp("What to read.", visibility: .hidden))
  var source: String?

  @OptionGroup(title: "Paging") var paging: PagingOptions
  @OptionGroup(title: "Without a screen") var plainForm: PlainOptions
  @OptionGroup(title: "Looks") var looks: LooksOptions
  @OptionGroup(title: "The sample timeline") var timeline: TimelineOptions

  @Option(
    help: ArgumentHelp("Write what happens inside to a file, a line an event.", valueName: "file"))
  var log: String?

  func validate() throws {
    if let source {
      throw ValidationError(
        "nothing can read '\(source)' yet; without a source there is the sample timeline")
    }
    _ = try paging.configuration()
    let isPlain = plainForm.isPlain
    if !isPlain, plainForm.json || plainForm.limit != nil {
      throw ValidationError("--json and --limit go with --plain")
    }
  }
}
