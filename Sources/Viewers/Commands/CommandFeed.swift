package import Answers
package import CommandSources
package import Feeds
package import Paging
package import Records
import TableUI
import Terminal

/// The pages of a command: records in columns, or lines.
nonisolated package struct CommandFeed: Feed {
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

  package func close() { pages.stop() }

  @MainActor package func screen(
    in viewer: Viewer
  ) throws(Failure) -> FeedScreen<AnswerItem, PageCursor> {
    let controller = CommandController(self, try viewer.pager(of: self), in: viewer)
    return FeedScreen(controller: controller, list: controller.list)
  }

  // MARK: Without a screen

  package func line(of item: AnswerItem) -> String {
    switch item.content {
    case .record(let record): String(decoding: record.jsonLine(), as: UTF8.self)
    case .text(let text): String(decoding: text, as: UTF8.self)
    }
  }

  package func fields(of item: AnswerItem) -> [JSONField] {
    guard let record = item.record else { return [JSONField("text", .string(line(of: item)))] }
    return record.map { field in
      var value: [UInt8] = []
      field.value.appendJSON(to: &value)
      return JSONField(field.name, .written(value))
    }
  }

  /// Objects as they are, rows with tabs between under their names, and lines as they are.
  @MainActor package func writePlain(_ form: PlainForm) throws(Failure) {
    let pager = Pager(
      source: pages, configuration: try form.options.paging.configuration(paging))
    let lines = CommandLines(pages, form)
    try form.write(pager) { lines.bytes(of: $0) }
  }
}
