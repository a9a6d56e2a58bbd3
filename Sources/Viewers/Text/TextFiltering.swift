import ByteStores
import Feeds
import FileSources
import Paging
import Records
import Search
import TableUI
import Terminal

/// The part of a text view that filters the text: `&` asks for a pattern, and only matching lines
/// are shown.
///
/// Further filters narrow the result.
final class TextFiltering {
  /// The maximum number of lines of context.
  private static let mostContext = 1_000

  private let text: ShownText
  private let tail: TailFollower
  private let searching: TextSearching

  private var filter: TextFilter { text.filter }
  /// Whether the lines of a changed filter are loading.
  private var isChanging = false

  init(_ text: ShownText, _ tail: TailFollower, _ searching: TextSearching) {
    (self.text, self.tail, self.searching) = (text, tail, searching)
  }

  var commands: [Command] {
    [
      Command("show only lines that match, or with ! those that do not", in: .view, keys: ["&"]) {
        [weak self] in
        self?.ask(context: 0)
      },
      Command("show only matches, with N lines around each", in: .view, after: .number, keys: ["&"])
      {
        [weak self] in
        self?.ask(context: $0)
      },
      Command(
        "remove the last filter", in: .view, keys: [.escape],
        isEnabled: { [weak self] in self?.filter.parts.isEmpty == false }
      ) { [weak self] in self?.removeLast() },
    ]
  }

  /// The command for Escape that removes a further filter while the lines of the previous change
  /// are still loading.
  var removingWhileLoading: Command {
    Command(
      "remove the last filter", keys: [.escape],
      isEnabled: { [weak self] in
        guard let self else { return false }
        return isChanging && !filter.parts.isEmpty
      }
    ) { [weak self] in self?.removeLast() }
  }

  /// Applies the filters of the command line.
  func begin(with asked: AskedItems) {
    let options = text.viewer?.options
    if let limit = asked.limit, let span = options?.span {
      filter.limit(to: span.description, limit.condition)
      if !limit.isOrdered {
        text.say(Message("the times are not in order: some lines may be missing", .accent))
      }
    }
    for part in asked.parts { filter.add(part, context: 0) }
    guard filter.source != nil else { return }
    text.finder.narrow(to: filter)
    text.list.pager.exchange(text.shownSource)
  }

  /// Records the end of a change: the filtered lines are visible when no jump is in progress.
  func noteShown() { isChanging = isChanging && text.list.isJumping }

  private func ask(context: Int) {
    text.performPendingInput()
    text.viewer?.readHistory()
    var prompt = Prompt((context > 0 ? "\(context)" : "") + "&", kind: Viewer.historyKind) {
      [weak self] in
      self?.narrow(by: $0, context: context)
    }
    prompt.onChange = { [weak self] typed in
      guard let self else { return nil }
      do throws(PatternError) {
        return try part(typed).flatMap { searching.note(on: $0.pattern) }
      } catch {
        return Message(error)
      }
    }
    prompt.offer(
      { [weak self] in self?.text.finder.completion }, theme: text.appearance.theme,
      or: "pattern, or !pattern for lines without it")
    text.viewer?.session?.open(prompt)
  }

  /// Parses a typed filter; returns nil for an empty string.
  private func part(_ typed: String) throws(PatternError) -> FilterPart? {
    try FilterPart(typed) { [finder = text.finder] text throws(PatternError) in
      try finder.pattern(of: text)
    }
  }

  private func narrow(by typed: String, context: Int) {
    do throws(PatternError) {
      guard let part = try part(typed) else { return showAll() }
      text.viewer?.keepHistory(typed)
      filter.add(part, context: min(context, Self.mostContext))
      for condition in part.conditions.reversed() {
        text.appearance.shownColumns?.reveal(named: condition.column)
      }
      show()
    } catch {
      text.say(Message(error))
    }
  }

  private func removeLast() {
    filter.removeLast()
    show()
  }

  private func showAll() {
    guard !filter.parts.isEmpty else { return text.say(Message("all lines are shown")) }
    filter.clear()
    show()
  }

  /// Shows the lines from the first visible one on, or from the next matching one.
  ///
  /// If the line that was chosen or found last is visible, the lines start there instead.
  private func show() {
    text.finder.narrow(to: filter)
    let chosen = [text.appearance.chosen, text.appearance.matches.current].compactMap { $0 }
      .first { id in text.shown.contains { $0.id == id } }
    let first = chosen ?? text.shown.first?.id
    text.stream?.requestBytes(upTo: .max)
    text.list.open(text.shownSource, at: first.map { .after($0) } ?? .start)
    isChanging = true
    if tail.isFollowing { tail.goToLastLine() }
    text.setNeedsDisplay()
  }

  /// The filters for the status line.
  var status: [Message] {
    guard filter.source != nil else {
      return filter.span.map { [Message($0, .accent)] } ?? []
    }
    let words = [filter.span].compactMap { $0 } + filter.parts.map(\.description)
    let around =
      filter.context > 0 ? " \(text.appearance.theme.symbols.around)\(filter.context)" : ""
    let name = Message(words.joined(separator: ", ") + around, .accent)
    if let total = filter.total {
      let isOfRecords = text.hasEntries || text.appearance.numbersRecords != nil
      let one = isOfRecords ? "record" : "line"
      let doubt = filter.hasGivenUp ? ", some \(one)s not checked" : ""
      let noun = total == 1 ? one : one + "s"
      return [name, Message(fact: "\(text.list.grouped(total)) \(noun)\(doubt)")]
    }
    return [name] + (filter.percent.map { [Message(fact: "\($0)% searched")] } ?? [])
  }
}
