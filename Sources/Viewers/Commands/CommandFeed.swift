package import Answers
package import CommandSources
package import Feeds
package import Paging
import Records

/// The pages of a command: records in columns, or lines.
nonisolated package struct CommandFeed: RecordFeed {
  let pages: CommandSource

  /// Takes commands that have placeholders.
  package static let opener = FeedOpener(options: { AskedPages.options }) {
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

nonisolated extension CommandFeed {
  /// How a command is run as a reader has asked.
  ///
  /// - Throws: which value it cannot take.
  static func commandOptions(_ options: ViewerOptions) throws(Failure) -> CommandOptions {
    let asked = try AskedPages(options)
    var command = CommandOptions()
    (command.answers, command.timeout) = (asked.answers, asked.timeout)
    command.answers.asked = "command"
    command.retriesFailures = options.paging.retryLimit != nil
    return command
  }
}
