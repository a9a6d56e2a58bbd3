package import Answers
package import CommandSources
package import Feeds
package import Paging
import Records

/// The paged output of a command.
nonisolated package struct CommandList: AskedList {
  let pages: CommandSource

  /// The opener of commands with placeholders.
  package static let opener = FeedOpener(options: { AskedPages.options }) {
    address, options throws(Failure) in
    guard case .scheme("exec", let command) = address else { return nil }
    if let restriction = options.restriction { throw restriction.failure("commands") }
    let template = try template(command)
    return template.isPaged ? AskedFeed(try CommandList(template, options)) : nil
  }

  /// Whether an argument is a command that is run once for each page.
  ///
  /// The result is also true for an invalid command; the error is reported when the argument is
  /// opened.
  package static func takes(_ word: [UInt8]) -> Bool {
    let scheme = Array("exec:".utf8)
    guard word.starts(with: scheme) else { return false }
    let command = String(decoding: word.dropFirst(scheme.count), as: UTF8.self)
    return (try? template(command))?.isPaged ?? true
  }

  /// Parses the command.
  ///
  /// - Throws: an error if the command is invalid, for example because it has a placeholder where
  ///   none is allowed.
  static func template(_ command: String) throws(Failure) -> CommandTemplate {
    do throws(CommandError) {
      return try CommandTemplate(command)
    } catch {
      throw .usage(error.description)
    }
  }

  /// - Throws: an error that names an option whose value a command cannot use.
  package init(_ template: CommandTemplate, _ options: ViewerOptions) throws(Failure) {
    pages = CommandSource(template, try Self.commandOptions(options))
  }

  package var title: String { pages.template.command }
  /// The title for narrow screens: the beginning of the command, because the whole command may take
  /// all of the status line.
  package var shortTitle: String? { title.count > 20 ? title.prefix(19) + "…" : nil }
  package var source: any PagingSource<AnswerItem, PageCursor> { pages }
  /// A load has no time limit as long as the command keeps printing.
  package var paging: PagingDefaults { PagingDefaults(loadTimeout: nil) }

  package func close() { pages.stop() }
  package var columns: AnswerRows? { pages.rows }
  package var explanation: String? { pages.explanation }
}

nonisolated extension CommandList {
  /// Converts the reader's options to those of a command.
  ///
  /// - Throws: an error that names an option whose value a command cannot use.
  static func commandOptions(_ options: ViewerOptions) throws(Failure) -> CommandOptions {
    let asked = try AskedPages(options)
    var command = CommandOptions()
    (command.answers, command.timeout) = (asked.answers, asked.timeout)
    command.answers.asked = "command"
    command.retriesFailures = options.paging.retryLimit != nil
    return command
  }
}
