import ByteStores
import Bytes
import EventLoop
import Feeds
import FileSources
import Paging
import Records

/// The items of a text that its filters show, for saving or printing them.
nonisolated struct ShownItems: Sendable {
  /// Receives bytes, and returns whether more are wanted.
  typealias Output = (UnsafeRawBufferPointer) throws -> Bool

  private let text: TextFileSource
  private let file: FileStore
  /// The source of further bytes, which are awaited.
  private let arrivals: (any Arrivals)?
  private let conditions: [LineConditions.Condition]
  private let context: Int
  private let executors: [any TaskExecutor]
  /// The least number of bytes of a growing text that are searched on all threads.
  private let leastStretch: Int
  /// The source of the items that meet the conditions.
  private let filtered: FilteredTextSource

  /// - Parameters:
  ///   - context: the number of lines of context before and after each matching line.
  ///   - executors: the executors for searching, each with its own thread; at least one.
  init(
    _ text: TextFileSource, _ file: FileStore, _ arrivals: (any Arrivals)?,
    _ conditions: [LineConditions.Condition], context: Int = 0,
    on executors: [any TaskExecutor] = [BackgroundExecutor(), BackgroundExecutor()],
    leastStretch: Int = 16 << 10
  ) {
    (self.text, self.file, self.arrivals) = (text, file, arrivals)
    self.leastStretch = leastStretch
    (self.conditions, self.context, self.executors) = (conditions, context, executors)
    filtered = FilteredTextSource(
      text, LineConditions(conditions), context: context, on: executors)
  }

  /// The number of items in one load.
  private static let pageSize = 1_000

  // MARK: Unchanged copies

  /// Copies items unchanged; elements of an array are written as an array.
  ///
  /// - Parameters:
  ///   - place: the position of the first item; nil for the start.
  ///   - end: the start of the last item.
  ///   - limit: the maximum number of items.
  ///   - progress: called with the progress if it is known.
  /// - Returns: the number of items; 1 for a text that is copied as a whole, unless it is empty.
  /// - Throws: `.cancelled` if the task is cancelled, or an error if a system call or `write`
  ///   fails.
  func copy(
    from place: FileOffset? = nil, through end: FileOffset? = nil, limit: Int? = nil,
    isolation: isolated (any Actor)? = #isolation,
    progress: LineCounter.Progress = { _ in }, to write: Output
  ) async throws -> Int {
    let isPart = place != nil || end != nil || limit != nil
    let items = text.items
    if !isPart, !items.hasElements, context == 0 {
      if !conditions.isEmpty { return try await copyMatches(progress, to: write) }
      if arrivals == nil { return try copyAll(progress: progress, to: write) }
    }
    return try await copyItems(from: place, through: end, limit, progress, to: write)
  }

  /// Copies the matching items.
  ///
  /// What has arrived of a growing text is searched on all threads, up to the last item that is
  /// certainly complete; the pages of a list wait for the rest.
  private func copyMatches(
    _ progress: LineCounter.Progress, isolation: isolated (any Actor)? = #isolation,
    to write: Output
  ) async throws -> Int {
    let copy = ItemCopy(of: filtered.search(of: file), on: executors)
    guard let arrivals else { return try await copy.run(progress: progress, write) }
    var (next, count, isWanted) = (file.start, 0, true)
    // The end of the text in which no end of a line was found.
    var searched = next
    let write = { (bytes: UnsafeRawBufferPointer) in
      isWanted = try write(bytes)
      return isWanted
    }
    while isWanted {
      let size = try file.size()
      // More arrives while the items are copied.
      arrivals.request(behind: size)
      let isLong = size - next >= leastStretch
      let end = isLong ? try copy.endOfWholeItems(upTo: size, from: searched) : nil
      if let end, end > next {
        count += try await copy.run(next..<end, upTo: size, progress: progress, write)
        (next, searched) = (end, end)
        continue
      }
      if copy.findsWholeItems, arrivals.comesFromFile, arrivals.mayGrow {
        // Pages are loaded on one thread, and take longer than stretches.
        if isLong, end == nil { searched = size }
        _ = try await arrivals.hasMore(behind: size)
        if Task.isCancelled { throw FileError.cancelled }
        continue
      }
      var hasMore = false
      count += try await copyItems(
        from: next == file.start ? nil : FileOffset(bytes: next, edition: file.edition),
        through: nil, nil, progress, to: write
      ) { place in
        (next, searched) = (place.bytes, place.bytes)
        let size = try file.size()
        hasMore =
          try copy.findsWholeItems && place.edition == file.edition
          && size - next >= leastStretch && copy.begins(at: next, upTo: size)
        return !hasMore
      }
      if !hasMore { break }
    }
    return count
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

  /// - Parameter isNextWanted: as for `forEachPage`.
  private func copyItems(
    from place: FileOffset?, through end: FileOffset?, _ limit: Int?,
    isolation: isolated (any Actor)? = #isolation, _ progress: LineCounter.Progress,
    to write: Output, whileNextIsWanted isNextWanted: NextPage = { _ in true }
  ) async throws -> Int {
    let (isArray, hasElements) = (text.items == .jsonArray, text.items.hasElements)
    var number = 0
    let size = try file.size()
    let count = try await forEachPage(
      from: place.map { .after($0) } ?? .start, through: end, limit, isCopy: conditions.isEmpty,
      whileNextIsWanted: isNextWanted
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

  /// Copies an abridged item.
  private func copyLong(_ item: TextLine, to write: Output) throws -> Bool {
    let hasElements = text.items.hasElements
    let end = item.endOffset - (hasElements ? item.raw.count - item.bytes.count : 0)
    return try file.forEachPiece(of: item.id.bytes..<end, write)
  }

  // MARK: Pages

  /// Receives the position of the next page, which may be inside a long line; returns whether that
  /// page is wanted.
  typealias NextPage = (FileOffset) throws -> Bool

  /// Calls a closure with one page of items after another until it returns false; if the text may
  /// grow, waits for more of it.
  ///
  /// While the text may grow, an item that may still change is held back, with everything after it.
  ///
  /// - Parameters:
  ///   - isCopy: whether the bytes of all items are copied, so that it does not matter where a
  ///     record ends.
  ///   - isNextWanted: called before each page except the first one, when more of the text has
  ///     arrived.
  /// - Returns: the number of items; the pieces of a long line count as one, and so do the lines of
  ///   an entry in a filtered log.
  /// - Throws: `.cancelled` if the task is cancelled, or an error if a system call or the closure
  ///   fails.
  func forEachPage(
    from start: PageRequest<FileOffset>.Position, through end: FileOffset? = nil,
    _ limit: Int? = nil, isCopy: Bool = false,
    whileNextIsWanted isNextWanted: NextPage = { _ in true },
    isolation: isolated (any Actor)? = #isolation, _ body: ([TextLine]) async throws -> Bool
  ) async throws -> Int {
    var (position, count, done) = (start, 0, nil as FileOffset?)
    let (hasEntries, most) = (countsEntries, limit ?? .max)
    // One more entry is needed, because the last one ends at the start of the next.
    while hasEntries ? count <= most : count < most {
      // A cancelled task must not loop, because its waits for a stream return immediately.
      if Task.isCancelled { throw FileError.cancelled }
      let wanted = min(Self.pageSize, hasEntries && most < .max ? most - count + 1 : most - count)
      // A text that ends while the page is loaded may be longer than the page.
      let size = try sizeIfGrowing()
      let page = try await source.load(
        PageRequest(reason: .append, position: position, count: wanted))
      let open = size == nil ? nil : firstOpen(of: page.items, isCopy: isCopy)
      let items = page.items.drop { $0.id == done }.prefix { item in
        if end.map({ item.id > $0 }) ?? false || item.id == open { return false }
        if hasEntries, count == 0 || item.beginsEntry { count += 1 }
        return count <= most
      }
      if !hasEntries { count += items.count { !$0.isContinued } }
      let isFull = count > most
      if isFull { count = most }
      guard try await body(Array(items)), !isFull else { return count }
      guard let next = page.after.cursor else { break }
      if let end, page.items.last.map({ $0.id > end }) ?? false { return count }
      // The next page begins with the last element of an array, even if that element is complete.
      if let last = items.last, last.isUnfinished { done = last.id }
      // Further lines of the last entry are not awaited.
      if page.isLast || open != nil {
        guard count < most else { return count }
        guard try await isFollowed(page, to: next, open, size) else { break }
      }
      let place = open ?? next
      guard try isNextWanted(place) else { return count }
      position = .after(place)
    }
    // The error comes after all items that have arrived.
    if count < most, let failure = arrivals?.failure { throw failure }
    return count
  }

  /// Returns the size of the text if it may grow, otherwise nil.
  private func sizeIfGrowing() throws(FileError) -> Int? {
    arrivals?.mayGrow == true ? try file.size() : nil
  }

  /// The first item that may change if the text grows, or the first piece of its line or entry if a
  /// condition decides about all of it.
  private func firstOpen(of items: [TextLine], isCopy: Bool) -> FileOffset? {
    guard var index = items.firstIndex(where: { mayChange($0, isCopy: isCopy) }) else { return nil }
    let hasEntries = countsEntries
    func begins(_ item: TextLine) -> Bool { hasEntries ? item.beginsEntry : !item.isContinuation }
    while !conditions.isEmpty, index > 0, !begins(items[index]) { index -= 1 }
    return items[index].id
  }

  /// Whether an item may change if the text grows: its line, quote or value is not complete.
  private func mayChange(_ item: TextLine, isCopy: Bool) -> Bool {
    guard item.isUnfinished else { return item.mayGoOn && !isCopy }
    guard text.items.hasElements, !item.isContinuation, !item.isAbridged else { return true }
    let isSeparated = item.raw.dropFirst(item.bytes.count).contains(.comma)
    return !isSeparated && !item.bytes.withUnsafeBytes { ElementReader().isClosed($0) }
  }

  /// Waits for more text after a page; returns whether to load another page.
  ///
  /// - Parameters:
  ///   - open: the position of the first item that was held back.
  ///   - size: the size of the text before the page was loaded, if it may grow.
  private func isFollowed(
    _ page: Page<TextLine, FileOffset>, to next: FileOffset, _ open: FileOffset?, _ size: Int?,
    isolation: isolated (any Actor)? = #isolation
  ) async throws -> Bool {
    guard let arrivals else { return false }
    let end = conditions.isEmpty ? page.items.last?.endOffset : filtered.searchedEnd?.bytes
    let known = end ?? next.bytes
    let seen = open == nil ? known : max(known, size ?? 0)
    if try await arrivals.hasMore(behind: seen) { return true }
    // If the text has ended, the items that were held back are complete.
    return open != nil && !arrivals.mayGrow
  }

  /// Returns the position of the first of the last `count` items; nil if the text has no items.
  ///
  /// - Throws: an error if a system call fails.
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

  /// Whether log entries are counted instead of lines, as in a filtered log.
  private var countsEntries: Bool { !conditions.isEmpty && text.hasEntries(in: file) }

  private var source: any PagingSource<TextLine, FileOffset> {
    conditions.isEmpty && context == 0 ? text : filtered
  }
}

extension TextLine {
  /// Whether the line begins a log entry: it begins with a time, and is not a further piece of a
  /// line.
  nonisolated fileprivate var beginsEntry: Bool {
    !isContinuation && bytes.withUnsafeBytes { LogEntries.begins(at: 0, in: $0) }
  }
}

extension Page<TextLine, FileOffset> {
  /// Whether the page reaches the end of the text.
  nonisolated fileprivate var isLast: Bool { if case .more = after { false } else { true } }
}
