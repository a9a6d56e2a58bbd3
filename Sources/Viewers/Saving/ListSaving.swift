import ByteStores
import Feeds
import FileSources
import Paging
import TableUI
import Terminal

extension Saving {
  /// Of a list: the items that are loaded, as `--plain` writes them.
  ///
  /// - Parameters:
  ///   - whole: what is saved where no filter is on, and whose files are not written over; nil for the items.
  ///   - filtered: what is saved whatever filter is on; nil for the items that are loaded.
  ///   - makeLine: makes what writes an item's line with its end; made for each time.
  convenience init<Item, Cursor>(
    _ list: PagedListController<Item, Cursor>, in viewer: Viewer,
    whole: (any SavedContent)? = nil, isFiltered: @escaping () -> Bool = { false },
    filtered: @escaping () -> (any SavedContent)? = { nil },
    makeLine: @escaping () -> (Item) -> [UInt8]
  ) {
    self.init(
      in: viewer, list.theme, say: { [weak list] in list?.show($0) },
      display: { [weak list] in list?.onNeedsDisplay?() },
      prepare: { [weak list] in
        if let list, list.tableView.size.lines > 0 { list.layout(for: list.tableView.size) }
      }
    ) { [weak list] (request) throws(Failure) in
      guard request.marks.isEmpty else { throw .source("a list has no marks: :w FILE saves all") }
      guard let list else { throw .source("nothing is shown") }
      if let whole, !isFiltered() { return whole }
      if let filtered = filtered() { return filtered }
      let line = makeLine()
      let items = (0..<list.pager.count).compactMap { list.pager[$0].item }
      let isAll = list.pager.reaches(.leading) && list.pager.reaches(.trailing)
      return SavedList(
        read: whole?.read ?? [], bytes: items.flatMap(line), count: items.count,
        name: items.count == 1 ? list.itemNames.one : list.itemNames.many,
        isAll: isAll && items.count == list.pager.count)
    }
  }
}

/// Items of a list, written.
nonisolated private struct SavedList: SavedContent {
  let read: [FileStore]
  let bytes: [UInt8]
  let count: Int
  let name: String
  let isAll: Bool

  func write(
    _ progress: @escaping LineCounter.Progress, to output: @escaping ShownItems.Output
  ) async throws -> Int {
    _ = try bytes.withUnsafeBytes(output)
    return count
  }

  func words(for count: Int) -> String {
    "\(count.grouped) \(name)\(isAll ? "" : " that are loaded")"
  }
}

/// A text that is saved as it is, whatever is shown of it; what of a stream comes later is not waited for.
nonisolated struct SavedWhole: SavedContent {
  private let feed: TextFeed

  init(_ feed: TextFeed) { self.feed = feed }

  var read: [FileStore] { [feed.file, feed.stream?.packed].compactMap { $0 } }

  func write(
    _ progress: @escaping LineCounter.Progress,
    to output: @escaping (UnsafeRawBufferPointer) throws -> Bool
  ) async throws -> Int {
    try await ShownItems(feed.text, feed.file, nil, []).copy(progress: progress, to: output)
  }

  func words(for count: Int) -> String { "all" }
}
