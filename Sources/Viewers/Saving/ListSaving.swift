import Bytes
import ByteStores
import Feeds
import FileSources
import Paging
import TableUI
import Terminal

extension Saving {
  /// Creates the commands that save the loaded items of a list, in the form of `--plain`.
  ///
  /// - Parameters:
  ///   - whole: the content that is saved if no filter is set; the files from which it is read are
  ///     never overwritten.
  ///   - filtered: returns the content that is saved if a filter is set or `whole` is nil; if it
  ///     returns nil, the loaded items are saved.
  ///   - makeLine: returns a closure that makes the line of an item, including its end; called each
  ///     time items are saved.
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
      guard request.marks.isEmpty else {
        throw .source("a list has no marks: save all with :w FILE")
      }
      guard let list else { throw .source("nothing to save") }
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

/// The items of a list, written as lines.
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
    "\(count.grouped) \(isAll ? "" : "loaded ")\(name)"
  }
}

/// Text that is saved unchanged, regardless of how it is displayed; the rest of a stream is not
/// awaited.
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

  func words(for count: Int, _ size: ByteCount) -> String { "all \(size)" }
}
