import ByteStores
import EventLoop
import Feeds
import FileSources
import Records
import TableUI
import Terminal

/// The filter of a text, which determines the lines that are shown.
final class TextFilter {
  /// Called when the state has changed.
  var onChange: (() -> Void)?
  private(set) var parts: [FilterPart] = []
  /// The number of lines of context before and after each matching line.
  private(set) var context = 0
  /// A description of the time span to which the text is limited, if any.
  private(set) var span: String?
  /// The condition for the time span, if it is tested for each item.
  private var spanCondition: LineConditions.Condition?
  /// The source of the filtered lines; nil if all lines are shown.
  private(set) var source: FilteredTextSource?
  /// The number of matching lines once they are counted, and the progress until then.
  private(set) var total: Int?
  private(set) var percent: Int?

  private let text: TextFileSource
  /// The search, whose threads are also used for filtering.
  private let finder: TextSearch
  private var counting: Task<Void, Never>?
  /// The size of the text at the last count.
  private var countedSize: Int?
  private var search: LineSearch?

  init(_ text: TextFileSource, _ finder: TextSearch) { (self.text, self.finder) = (text, finder) }

  isolated deinit { counting?.cancel() }

  /// The conditions that a line must meet, in addition to matching the pattern of a search.
  var conditions: [LineConditions.Condition] {
    [spanCondition].compactMap { $0 } + parts.map(\.lineCondition)
  }
  /// Whether a line is hidden because matching it took too long and was abandoned.
  var hasGivenUp: Bool { search?.hasGivenUp ?? false }

  /// Limits the text to a time span.
  func limit(to span: String, _ condition: LineConditions.Condition?) {
    (self.span, spanCondition) = (span, condition)
    makeSource()
  }

  /// Adds a filter, and sets the number of lines of context.
  func add(_ part: FilterPart, context: Int) {
    parts.append(part)
    self.context = context
    makeSource()
  }

  /// Parses the filters again after a change of the columns or of the form of the records.
  func renew() {
    guard source != nil else { return }
    parts = parts.map { part in
      FilterPart(finder.renewed(part.pattern), isNegated: part.isNegated)
    }
    makeSource()
  }

  /// A message about a condition on a column that the records do not have; nil if they have all
  /// columns, or if each record names its fields.
  var missingColumn: Message? {
    let conditions = parts.flatMap { $0.expression?.conditions ?? [] }
    let missing = conditions.first { !$0.column.mayBe(in: $0.reading) }
    return missing.map { Message("no column '\(SafeText($0.condition.column))'", .accent) }
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

  /// Removes the last filter; if no other filter is left, also the lines of context.
  func removeLast() {
    guard parts.count > 1 else { return clear() }
    parts.removeLast()
    makeSource()
  }

  /// Removes all filters; a time span stays.
  func clear() {
    (parts, context) = ([], 0)
    makeSource()
  }

  private func forget() {
    counting?.cancel()
    (counting, countedSize, search, total, percent) = (nil, nil, nil, nil, nil)
  }

  /// Returns the offset up to which the file was searched; nil if no filter is set, or if the end
  /// of this file was not reached.
  func searchedEnd(in file: FileStore) -> Int? {
    guard let end = source?.searchedEnd, end.edition == file.edition else { return nil }
    return end.bytes
  }

  // MARK: Counting

  /// Counts the matching lines in the background, unless they were already counted for this size of
  /// the file.
  ///
  /// It is called in each frame.
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
    // The threads report their parts of the file in any order.
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
  /// The filter as a condition on the lines of a text.
  nonisolated var lineCondition: LineConditions.Condition {
    LineConditions.Condition(pattern, isNegated: isNegated != pattern.isNegated)
  }
}
