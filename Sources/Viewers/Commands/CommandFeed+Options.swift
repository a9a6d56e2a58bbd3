import Answers
import CommandSources
package import Feeds
import Records

/// The options of commands that are run once a page.
nonisolated extension CommandFeed {
  /// What the command line takes for them.
  package static var options: SourceOptions {
    SourceOptions(
      "Commands with {page}, {offset}, {limit}, {cursor} or {last}",
      need: "exec: and a command with {page} or similar",
      settings.map { setting in
        SourceOption(setting.name, setting.valueName, setting.help) { text throws(Failure) in
          var command = CommandOptions()
          try setting.set(&command, text, setting.name)
        }
      }, isFor: takes)
  }

  /// How a command is run as a reader has asked.
  ///
  /// - Throws: which value it cannot take.
  static func commandOptions(_ options: ViewerOptions) throws(Failure) -> CommandOptions {
    var command = CommandOptions()
    command.answers.reader.format = options.format
    command.retriesFailures = options.paging.retryLimit != nil
    guard !options.sourceValues.isEmpty else { return command }
    for setting in settings {
      guard let text = options.sourceValues[setting.name] else { continue }
      try setting.set(&command, text, setting.name)
    }
    return command
  }

  /// An option with what its value changes.
  private struct Setting: Sendable {
    let name: String
    let valueName: String
    let help: String
    let set:
      @Sendable (inout CommandOptions, _ text: String, _ name: String) throws(Failure) -> Void

    init(
      _ name: String, _ valueName: String, _ help: String,
      _ set: @escaping @Sendable (inout CommandOptions, String, String) throws(Failure) -> Void
    ) {
      (self.name, self.valueName, self.help, self.set) = (name, valueName, help, set)
    }
  }

  private static var settings: [Setting] {
    [
      Setting(
        "--items", "pointer", "Where the items are in an answer, as a JSON Pointer: /data/items."
      ) { command, text, name throws(Failure) in
        command.answers.reader.items = try pointer(text, of: name)
      },
      Setting("--next", "pointer", "Where the next page's cursor is, in the same way.") {
        command, text, name throws(Failure) in
        command.answers.reader.next = try pointer(text, of: name)
      },
      Setting("--id", "field", "The field that identifies an item: id, or metadata.uid.") {
        command, text, name throws(Failure) in
        guard !text.isEmpty else { throw .usage("\(name) needs the name of a field") }
        command.answers.reader.id = FieldPath(text)
      },
      Setting("--first-page", "n", "The number of the first {page} (1).") {
        command, text, name throws(Failure) in
        command.answers.firstPage = try SourceOption.number(text, of: name, in: 0...1_000_000)
      },
      Setting("--parallel", "n", "Runs at once where pages have numbers or offsets (4).") {
        command, text, name throws(Failure) in
        command.answers.pagesAtOnce = try SourceOption.number(text, of: name, in: 1...64)
      },
      Setting(
        "--timeout", "seconds", "End a command that prints nothing for this time (60)."
      ) { command, text, name throws(Failure) in
        command.timeout = .seconds(try SourceOption.number(text, of: name, in: 1...86_400))
      },
    ]
  }

  private static func pointer(
    _ text: String, of name: String
  ) throws(Failure) -> JSONPointer {
    do throws(AnswerError) {
      return try JSONPointer(text)
    } catch {
      throw .usage("\(name): \(error)")
    }
  }
}
