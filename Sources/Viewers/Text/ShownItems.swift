import ByteStores
import Bytes
import EventLoop
import Feeds
import FileSources
import Paging
import Records

/// The items of a text that filters show, on their way to an output.
nonisolated struct ShownItems: Sendable {
  /// Takes bytes, and says whether more are wanted.
  typealias Output = (UnsafeRawBufferPointer) throws -> Bool

  private let text: TextFileSource
  private let file: FileStore
  /// What may bring more, which is waited for.
  private let arrivals: (any Arrivals)?
  private let conditions: [LineConditions.Condition]
  private let context: Int
  private let executors: [any TaskExecutor]
  /// What pages the items that meet the conditions.
  private let filtered: FilteredTextSource

  /// - Parameters:
  ///   - context: how many lines are shown before and behind each that meets the conditions.
  ///   - executors: the threads that search, one each; at least one.
  init(
    _ text: TextFileSource, _ file: FileStore, _ arrivals: (any Arrivals)?,
    _ conditions: [LineConditions.Condition], context: Int = 0,
    on executors: [any TaskExecutor] = [BackgroundExecutor(), BackgroundExecutor()]
  ) {
    (self.text, self.file, self.arrivals) = (text, file, arrivals)
    (self.conditions, self.context, self.executors) = (conditions, context, executors)
    filtered = FilteredTextSource(
      text, LineConditions(conditions), context: context, on: executors)
  }

  /// Items loaded at a time.
  private static let pageSize = 1_000

  // MARK: As they are written

  /// Copies them as they are written, byte for byte; elements of an array as an array.
  ///
  /// - Parameters:
  ///   - place: where to begin; at the start where nil.
  ///   - end: the item that is the last, by where it begins.
  ///   - limit: how many at the most.
  ///   - progress: told how far that is, where it is known.
  /// - Returns: how many there were; of a whole text that is only copied 1, if it is not empty.
  /// - Throws: if the task is cancelled, what the system says, or what `write` throws.
  func copy(
    from place: FileOffset? = nil, through end: FileOffset? = nil, limit: Int? = nil,
    isolation: isolated (any Actor)? = #isolation,
    progress: LineCounter.Progress = { _ in }, to write: Output
  ) async throws -> Int {
    let isPart = place != nil || end != nil || limit != nil
    let items = text.items
    if !isPart, arrivals == nil, context == 0 {
      if conditions.isEmpty, !items.hasElements {
        return try copyAll(progress: progress, to: write)
      }
      if !items.hasElements {
        let all = LineConditions(conditions, unit: text.matchUnit(in: file))
        return try await ItemCopy(all, of: file, on: executors).run(progress: progress, write)
      }
    }
    return try await copyItems(from: place, through: end, limit, progress, to: write)
  }

  private func copyAll(progress: LineCounter.Progress, to write: Output) throws -> Int {
    let size = try file.size()
    var done = file.start
    guard done < size else { return 0 }
    _ = try file.forEachPiece(of: done..<size) { bytes in
      if Task.isCancelled { throw FileError.cancelled }
      done += bytes.count
      progress(CountProgress(done: done, total: size))
      return try write(bytes)
    }
    return 1
  }

  private func copyItems(
    from place: FileOffset?, through end: FileOffset?, _ limit: Int?,
    isolation: isolated (any Actor)? = #isolation, _ progress: LineCounter.Progress,
    to write: Output
  ) async throws -> Int {
    let (isArray, hasElements) = (text.items == .jsonArray, text.items.hasElements)
    var number = 0
    let size = try file.size()
    let count = try await forEachPage(
      from: place.map { .after($0) } ?? .start, through: end, limit
    ) { page in
      var bytes: [UInt8] = []
      for item in page {
        if hasElements, !item.isContinuation {
          bytes += (number == 0 ? isArray ? "[" : "" : isArray ? ",\n" : "\n").utf8
          number += 1
        }
        progress(CountProgress(done: item.endOffset, total: max(size, item.endOffset)))
        guard item.isAbridged else {
          bytes += hasElements ? item.bytes : item.raw
          continue
        }
        guard try bytes.withUnsafeBytes(write), try copyLong(item, to: write) else { return false }
        bytes.removeAll(keepingCapacity: true)
      }
      return try bytes.withUnsafeBytes(write)
    }
    if isArray {
      _ = try Array((count == 0 ? "[]\n" : "]\n").utf8).withUnsafeBytes(write)
    } else if hasElements, count > 0 {
      _ = try [UInt8.lineFeed].withUnsafeBytes(write)
    }
    return count
  }

  /// Copies one that is held in part.
  private func copyLong(_ item: TextLine, to write: Output) throws -> Bool {
    let hasElements = text.items.hasElements
    let end = item.endOffset - (hasElements ? item.raw.count - item.bytes.count : 0)
    return try file.forEachPiece(of: item.id.bytes..<end, write)
  }

  // MARK: One by one

  /// Calls with one page of them after the other, until the body says no; what may grow is waited for.
  ///
  /// - Returns: how many there were; pieces of a long line count once, and so do the lines of an entry of a log.
  /// - Throws: if the task is cancelled, what the system says, or what the body throws.
  func forEachPage(
    from start: PageRequest<FileOffset>.Position, through end: FileOffset? = nil,
    _ limit: Int? = nil, isolation: isolated (any Actor)? = #isolation,
    _ body: ([TextLine]) async throws -> Bool
  ) async throws -> Int {
    var (position, count) = (start, 0)
    let hasEntries = countsEntries
    let most = limit ?? .max
    // The last entry ends where another one begins.
    while hasEntries ? count <= most : count < most {
      // A wait for a stream ends at once in a task that is cancelled.
      if Task.isCancelled { throw FileError.cancelled }
      let wanted = min(Self.pageSize, hasEntries && most < .max ? most - count + 1 : most - count)
      let page = try await source.load(
        PageRequest(reason: .append, position: position, count: wanted))
      let isLast = if case .more = page.after { false } else { true }
      // What has no line end may have come in part.
      let isOpen = isLast && arrivals?.mayGrow == true
      let items = page.items.prefix { item in
        if end.map({ item.id > $0 }) ?? false || isOpen && item.isUnfinished { return false }
        if hasEntries, count == 0 || item.beginsEntry { count += 1 }
        return count <= most
      }
      if !hasEntries { count += items.count { !$0.isContinued } }
      let isFull = count > most
      if isFull { count = most }
      guard try await body(Array(items)), !isFull, let next = page.after.cursor else {
        return count
      }
      if let end, page.items.last.map({ $0.id > end }) ?? false { return count }
      if isLast {
        // Lines of the last entry that are still to come are not waited for.
        guard count < most else { return count }
        let known = conditions.isEmpty ? page.items.last?.endOffset : filtered.searchedEnd?.bytes
        guard let arrivals, try await arrivals.hasMore(behind: known ?? next.bytes) else {
          return count
        }
      }
      position = .after(next)
    }
    return count
  }

  /// Where the first of the last ones begins; nil where there are none.
  ///
  /// - Throws: what the system says.
  func lastPlace(
    _ count: Int, isolation: isolated (any Actor)? = #isolation
  ) async throws -> FileOffset? {
    try arrivals?.waitForEnd()
    var (first, left): (FileOffset?, Int) = (nil, count)
    let hasEntries = countsEntries
    var position = PageRequest<FileOffset>.Position.end
    while true {
      let page = try await source.load(
        PageRequest(reason: .append, position: position, count: min(left, Self.pageSize)))
      for item in page.items.reversed() where left > 0 {
        first = item.id
        if hasEntries ? item.beginsEntry : !item.isContinuation { left -= 1 }
      }
      guard left > 0, case .more(let before) = page.before else { return first }
      position = .before(before)
    }
  }

  /// Whether what conditions leave of a log is counted by its entries.
  private var countsEntries: Bool { !conditions.isEmpty && text.hasEntries(in: file) }

  private var source: any PagingSource<TextLine, FileOffset> {
    conditions.isEmpty && context == 0 ? text : filtered
  }
}

extension TextLine {
  /// Whether an entry of a log begins with it: a line with a time, or a piece of one.
  nonisolated fileprivate var beginsEntry: Bool {
    !isContinuation && bytes.withUnsafeBytes { LogEntries.begins(at: 0, in: $0) }
  }
}
