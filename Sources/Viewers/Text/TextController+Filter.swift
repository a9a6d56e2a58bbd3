import ByteStores
import Feeds
import FileSources
import Paging
import Search
import TableUI
import Terminal

/// Filtering: `&` asks for a pattern, and only lines that match are shown; another one narrows further.
extension TextController {
  /// Lines around a match that are shown at the most.
  private static let mostContext = 1_000

  var filtering: [Command] {
    [
      Command("show only lines that match; ! first: that do not", in: .view, keys: ["&"]) {
        [weak self] in
        self?.askForFilter(context: 0)
      },
      Command("the same with N lines around each", in: .view, after: .number, keys: ["&"]) {
        [weak self] in
        self?.askForFilter(context: $0)
      },
      Command(
        "take the last filter off", in: .view, keys: [.escape],
        isEnabled: { [weak self] in self?.filter.source != nil }
      ) { [weak self] in self?.removeLast() },
    ]
  }

  private func askForFilter(context: Int) {
    performPendingInput()
    viewer?.readHistory()
    var prompt = Prompt("&", kind: Viewer.historyKind) { [weak self] in
      self?.filter(by: $0, context: context)
    }
    prompt.onChange = { [weak self] text in
      guard let self else { return nil }
      do throws(PatternError) {
        return try filterPart(text).flatMap { note(on: $0.pattern) }
      } catch {
        return Message(error)
      }
    }
    viewer?.session?.open(prompt)
  }

  /// What was typed as a filter; nil for none.
  private func filterPart(_ text: String) throws(PatternError) -> FilterPart? {
    try FilterPart(text) { text throws(PatternError) in try finder.pattern(of: text) }
  }

  private func filter(by text: String, context: Int) {
    do throws(PatternError) {
      guard let part = try filterPart(text) else { return showAll() }
      viewer?.keepHistory(text)
      filter.add(part, context: min(context, Self.mostContext))
      showFiltered()
    } catch {
      list.show(Message(error))
    }
  }

  private func removeLast() {
    filter.removeLast()
    showFiltered()
  }

  private func showAll() {
    guard filter.source != nil else { return list.show(Message("all lines are shown")) }
    filter.clear()
    showFiltered()
  }

  /// Shows the lines from the first in sight on, or the next one that is shown.
  private func showFiltered() {
    finder.narrow(to: filter.conditions)
    let place = shown.first?.id
    stream?.requestBytes(upTo: .max)
    list.exchange(shownSource, at: place.map { .after($0) } ?? .start)
    if following == .on { goToLastLine() }
    onNeedsDisplay?()
  }

  /// The lines that are shown.
  var shownSource: any PagingSource<TextLine, FileOffset> { filter.source ?? source }

  /// What the status line says of it.
  var filterStatus: [Message] {
    guard filter.source != nil else { return [] }
    let words = filter.parts.map(\.description)
    let around = filter.context > 0 ? " \(appearance.theme.symbols.around)\(filter.context)" : ""
    let name = Message(words.joined(separator: ", ") + around, .accent)
    let doubt = filter.hasGivenUp ? ", some too hard" : ""
    if let total = filter.total {
      return [
        name, Message(fact: "\(list.grouped(total)) \(total == 1 ? "match" : "matches")\(doubt)"),
      ]
    }
    return [name] + (filter.percent.map { [Message(fact: "\($0)% searched")] } ?? [])
  }
}
