import ByteStores
import EventLoop
import Feeds
import FileSources

/// Which lines of a text are shown: those that meet all that a reader has asked for.
final class TextFilter {
  /// Called when there is something else to say.
  var onChange: (() -> Void)?
  private(set) var parts: [FilterPart] = []
  /// How many lines are shown before and behind each that matches.
  private(set) var context = 0
  /// The times that alone are shown, in words.
  private(set) var span: String?
  /// What the lines of these times meet, where they are told apart one by one.
  private var spanCondition: LineConditions.Condition?
  /// The lines that are shown; nil where all are.
  private(set) var source: FilteredTextSource?
  /// How many lines match, as soon as they are counted, and how much of the text is until then.
  private(set) var total: Int?
  private(set) var percent: Int?

  private let text: TextFileSource
  /// Whose threads search for this too.
  private let finder: TextSearch
  private var counting: Task<Void, Never>?
  /// How long the text was when it was counted last.
  private var countedSize: Int?
  private var search: LineSearch?

  init(_ text: TextFileSource, _ finder: TextSearch) { (self.text, self.finder) = (text, finder) }

  isolated deinit { counting?.cancel() }

  /// What a search has to meet besides its own pattern.
  var conditions: [LineConditions.Condition] {
    [spanCondition].compactMap { $0 } + parts.map(\.lineCondition)
  }
  /// Whether some line took too long to match, and is not shown.
  var hasGivenUp: Bool { search?.hasGivenUp ?? false }

  /// Shows only the lines of some times.
  func limit(to span: String, _ condition: LineConditions.Condition?) {
    (self.span, spanCondition) = (span, condition)
    makeSource()
  }

  /// Narrows what is shown, and says how many lines are shown around each.
  func add(_ part: FilterPart, context: Int) {
    parts.append(part)
    self.context = context
    makeSource()
  }

  /// Asks for the same of records that have other columns, or none.
  func renew() {
    guard source != nil else { return }
    parts = parts.map { part in
      let pattern = try? finder.pattern(of: part.pattern.text)
      return FilterPart(pattern ?? part.pattern, isNegated: part.isNegated)
    }
    makeSource()
  }

  private func makeSource() {
    guard !conditions.isEmpty else {
      source = nil
      return forget()
    }
    source = FilteredTextSource(
      text, LineConditions(conditions), context: context, on: finder.executors)
    forget()
  }

  /// Takes the last part off.
  func removeLast() {
    guard parts.count > 1 else { return clear() }
    parts.removeLast()
    makeSource()
  }

  /// Shows all again.
  func clear() {
    (parts, context) = ([], 0)
    makeSource()
  }

  private func forget() {
    counting?.cancel()
    (counting, countedSize, search, total, percent) = (nil, nil, nil, nil, nil)
  }

  /// Where the text was searched to its end; nil where all is shown, or it was not.
  func searchedEnd(in file: FileStore) -> Int? {
    guard let end = source?.searchedEnd, end.edition == file.edition else { return nil }
    return end.bytes
  }

  // MARK: Counting

  /// Counts how many lines match, beside the screen, unless that is done for a file of that size.
  ///
  /// Each frame asks.
  func count(in file: FileStore, size: Int) {
    guard let source, counting == nil, countedSize != size || search?.file !== file else { return }
    let search = source.search(of: file)
    (self.search, countedSize) = (search, size)
    counting = finder.executors[0].task { [weak self] in
      let total = try? await search.countAll { progress in
        guard progress.isWorthTelling else { return }
        Task { @MainActor in self?.take(progress, of: search) }
      }
      if !Task.isCancelled { self?.take(total: total) }
    }
  }

  private func take(_ progress: CountProgress, of search: LineSearch) {
    guard search === self.search, counting != nil else { return }
    // Two threads tell of their stretches in any order.
    percent = max(percent ?? 0, progress.percent)
    onChange?()
  }

  private func take(total: Int?) {
    (counting, percent) = (nil, nil)
    self.total = total ?? self.total
    onChange?()
  }
}

extension FilterPart {
  /// The same of the lines of a text.
  nonisolated var lineCondition: LineConditions.Condition {
    LineConditions.Condition(pattern, isNegated: isNegated != pattern.isNegated)
  }
}
