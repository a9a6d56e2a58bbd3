package import Answers
package import CommandSources
package import Feeds
package import Paging
import Records

/// The pages of a command: records in columns, or lines.
nonisolated package struct CommandFeed: RecordFeed {
  let pages: CommandSource

  /// Takes commands that have placeholders.
  package static let opener = FeedOpener(options: { options }) {
    address, options throws(Failure) in
    guard case .scheme("exec", let command) = address else { return nil }
    if let restriction = options.restriction { throw restriction.failure("commands") }
    let template = try template(command)
    return template.isPaged ? try CommandFeed(template, options) : nil
  }

  /// Whether a word of the command line is a command that is run once a page; one that is wrong says so itself.
  static func takes(_ word: [UInt8]) -> Bool {
    let scheme = Array("exec:".utf8)
    guard word.starts(with: scheme) else { return false }
    let command = String(decoding: word.dropFirst(scheme.count), as: UTF8.self)
    return (try? template(command))?.isPaged ?? true
  }

  /// The command as it is run.
  ///
  /// - Throws: where a placeholder cannot stand.
  static func template(_ command: String) throws(Failure) -> CommandTemplate {
    do throws(CommandError) {
      return try CommandTemplate(command)
    } catch {
      throw .usage(error.description)
    }
  }

  /// - Throws: which option has a value that no command takes.
  package init(_ template: CommandTemplate, _ options: ViewerOptions) throws(Failure) {
    pages = CommandSource(template, try Self.commandOptions(options))
  }

  package var title: String { pages.template.command }
  /// A command may be as long as the status line, which has more to say.
  package var shortTitle: String? { title.count > 20 ? title.prefix(19) + "…" : nil }
  package var itemNames: (one: String, many: String) { ("item", "items") }
  package var source: any PagingSource<AnswerItem, PageCursor> { pages }
  /// A command may run for as long as it prints something.
  package var paging: PagingDefaults { PagingDefaults(loadTimeout: nil) }

  package func close() { pages.stop() }

  package var head: RecordHead {
    guard let rows = pages.rows else { return RecordHead(reading: .ndjson) }
    return RecordHead(reading: .csv(rows.reader, rows.header), names: rows.names)
  }

  package var explanation: String? { pages.explanation }
}

/// The options of commands that are run once a page.
nonisolated extension CommandFeed {
  /// What the command line takes for them.
  package static var options: SourceOptions {
    SourceOptions(
      "Commands with {page}, {offset}, {limit}, {cursor} or {last}",
      need: "a paged command: exec: with {page}, {offset}, {cursor} or {last}",
      settings.map { setting in
        SourceOption(
          setting.name, setting.valueName, setting.help, isForAll: setting.name == itemsName
        ) { text throws(Failure) in
          var command = CommandOptions()
          try setting.set(&command, text, setting.name)
        }
      }, isFor: takes)
  }

  /// Where a reader says that the items are, in an answer or in a document; nil where that is found by names.
  ///
  /// - Throws: that it is no pointer.
  static func items(_ options: ViewerOptions) throws(Failure) -> JSONPointer? {
    guard !options.sourceValues.isEmpty, let text = options.sourceValues[itemsName] else {
      return nil
    }
    return try pointer(text, of: itemsName)
  }

  private static let itemsName = "--items"

  /// How a command is run as a reader has asked.
  ///
  /// - Throws: which value it cannot take.
  static func commandOptions(_ options: ViewerOptions) throws(Failure) -> CommandOptions {
    var command = CommandOptions()
    command.answers.reader.format = options.format
    command.answers.reader.csv = options.csv
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
        itemsName, "pointer",
        "Where the items are in an answer, or in a file, as a JSON Pointer: /data/items."
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
