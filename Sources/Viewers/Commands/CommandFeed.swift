package import Answers
package import CommandSources
package import Feeds
package import Paging
import Records

/// The pages of a command: records in columns, or lines.
nonisolated package struct CommandFeed: RecordFeed {
  let pages: CommandSource

  /// Takes commands that have placeholders.
  package static let opener = FeedOpener { address, options throws(Failure) in
    guard case .scheme("exec", let command) = address else { return nil }
    if let restriction = options.restriction { throw restriction.failure("commands") }
    let template = try template(command)
    return template.isPaged ? CommandFeed(template, options) : nil
  }

  /// Whether a word of the command line is a command that is run once a page; one that is wrong says so itself.
  package static func takes(_ word: [UInt8]) -> Bool {
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

  package init(_ template: CommandTemplate, _ options: ViewerOptions) {
    var command = CommandOptions()
    command.answers.firstPage = options.answers.firstPage
    command.answers.pagesAtOnce = options.answers.pagesAtOnce
    command.retriesFailures = options.paging.retryLimit != nil
    command.timeout = .seconds(options.answers.timeout)
    command.answers.reader.items = options.answers.items
    command.answers.reader.next = options.answers.next
    command.answers.reader.id = options.answers.id
    command.answers.reader.format = options.format
    pages = CommandSource(template, command)
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
