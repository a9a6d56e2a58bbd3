import ArgumentParser
import Foundation

/// The form without a screen.
struct PlainOptions: ParsableArguments {
  @Flag(help: "Write items as lines; also when standard output is not a terminal.")
  var plain = false

  @Flag(help: "With --plain: write one JSON object a line; a line of a file is its \"text\".")
  var json = false

  @Option(help: ArgumentHelp("With --plain: stop after so many items.", valueName: "n"))
  var limit: Int?

  func validate() throws {
    if let limit, limit < 0 {
      throw ValidationError("a limit of \(limit) is no number of items; it must be at least 0")
    }
  }

  /// Whether there is no screen to draw on, or none is wanted.
  var isPlain: Bool {
    let term = Environment.value("TERM") ?? ""
    return plain || !StandardOutput.isTerminal || term.isEmpty || term == "dumb"
  }
}
