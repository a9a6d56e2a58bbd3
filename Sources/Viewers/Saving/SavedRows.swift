import ByteStores
import Feeds
import FileSources
import Records
import TableUI

/// All rows that match the filter of a list, read again with complete values, and written in the
/// form of `--plain`.
nonisolated struct SavedRows<Source: RecordFeed>: SavedContent {
  private let rows: WholeItems<Source.Item>
  private let feed: Source
  private let options: ViewerOptions

  init(_ rows: WholeItems<Source.Item>, of feed: Source, _ options: ViewerOptions) {
    (self.rows, self.feed, self.options) = (rows, feed, options)
  }

  var read: [FileStore] { [] }

  func isRead(_ path: String) -> Bool {
    rows.files.contains { SavedFile.isSameFile(path, $0) }
  }

  func write(
    _ progress: @escaping LineCounter.Progress, to output: @escaping ShownItems.Output
  ) async throws -> Int {
    let lines = RecordItemLines(options, toTerminal: false) { [feed] in feed.head }
    var count = 0
    try await rows.read { items, percent in
      count += items.count
      if let percent { progress(CountProgress(percent: percent)) }
      return try items.flatMap { lines.bytes(of: $0.content) }.withUnsafeBytes(output)
    }
    if count == 0 { _ = try lines.namesAlone().withUnsafeBytes(output) }
    return count
  }

  func words(for count: Int) -> String {
    "\(count.grouped) \(count == 1 ? feed.itemNames.one : feed.itemNames.many)"
  }
}

extension CountProgress {
  /// Creates a `CountProgress` from a percentage.
  nonisolated fileprivate init(percent: Int) { self.init(done: percent * 101, total: 10_000) }
}
