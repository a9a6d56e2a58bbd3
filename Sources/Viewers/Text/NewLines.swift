import ByteStores
import EventLoop
import FileSources

/// Counts the lines that have come since a reader last saw the end.
final class NewLines {
  /// Called when there are more.
  var onChange: (() -> Void)?
  /// How many there are, as far as they are counted.
  private(set) var number = 0
  /// Whether these are all.
  var isCounted: Bool { counted >= wanted }

  private let executor: BackgroundExecutor
  private var (counted, wanted) = (0, 0)
  /// Whether the end was ever seen, since when there can be anything new.
  private var hasBegun = false
  private var count: Task<Void, Never>?

  /// Bytes looked through before the number is told: some 5 ms.
  private static let chunk = 64 << 20

  init(_ executor: BackgroundExecutor) { self.executor = executor }

  isolated deinit { count?.cancel() }

  /// What ends here was seen.
  func begin(at end: Int) {
    guard end != counted || number > 0 || !hasBegun else { return }
    hasBegun = true
    count?.cancel()
    (number, counted, wanted, count) = (0, end, end, nil)
  }

  /// Counts on, beside the screen.
  func count(in file: FileStore, upTo end: Int) {
    wanted = end
    guard hasBegun, count == nil, counted < wanted else { return }
    let range = counted..<min(wanted, counted + Self.chunk)
    count = executor.task { [weak self] in
      let feeds = try? await file.lineFeeds(in: range)
      guard !Task.isCancelled, let self, let feeds else { return }
      (number, counted, count) = (number + feeds, range.upperBound, nil)
      onChange?()
      count(in: file, upTo: wanted)
    }
  }
}
