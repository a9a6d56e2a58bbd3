package import Paging
package import Records

/// The items of a list with complete values, read again from the first to the last for writing.
nonisolated package struct WholeItems<Item: RecordItem>: Sendable where Item.ID: Sendable {
  /// Receives items, and the progress in percent if it is known; returns whether more items are
  /// wanted.
  typealias Take = (_ items: [Item], _ percent: Int?) throws -> Bool

  /// The files that are read, and must not be overwritten.
  let files: [[UInt8]]
  /// Reads the items in groups.
  let read: @Sendable (Take) async throws -> Void

  /// - Parameters:
  ///   - source: the items from the start on.
  ///   - files: the paths of the files that are read.
  ///   - progress: returns how far through all items a position is, in percent; nil if that is
  ///     unknown.
  package init<Cursor>(
    of source: some PagingSource<Item, Cursor>, files: [[UInt8]],
    progress: @escaping @Sendable (Cursor) async -> Int? = { _ in nil }
  ) {
    self.files = files
    read = { take in
      var (position, size) = (PageRequest<Cursor>.Position.start, WholePageSize())
      while true {
        let page = try await source.load(
          PageRequest(
            reason: .append, position: position, count: size.count, overrulesWait: true))
        try Task.checkCancellation()
        let cursor = if case .more(let cursor) = page.after { cursor } else { Cursor?.none }
        let percent = if let cursor { await progress(cursor) } else { Int?.none }
        guard try take(page.items, percent), let cursor else { return }
        size.note(page.items)
        position = .after(cursor)
      }
    }
  }
}

/// The number of items to read at a time, adapted to the size of the items that were read last.
///
/// This is necessary, because values may have any size and a page is held in memory.
nonisolated private struct WholePageSize {
  private(set) var count = 16

  private static let most = 1_024
  /// The intended size of a page in bytes.
  private static let wanted = 1 << 20

  mutating func note(_ items: [some RecordItem]) {
    let bytes = items.reduce(0) { $0 + ($1.record?.raw.count ?? 0) }
    if bytes > Self.wanted {
      count = max(1, count / 2)
    } else if bytes < Self.wanted / 4 {
      count = min(Self.most, count * 2)
    }
  }
}
