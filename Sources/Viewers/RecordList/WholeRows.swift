import EventLoop
import Feeds
import Records
import TableUI

/// A reader of complete rows for the detail screen of a list that may hold only a part of a row.
///
/// The part is shown until the row is complete.
final class WholeRows<Source: RecordFeed> {
  private let readWhole: @Sendable (Source.Item) async -> Result<Record, Failure>
  private weak var detail: ItemDetail<Source.Item, Source.Cursor>?
  private var task: Task<Void, Never>? { didSet { oldValue?.cancel() } }
  /// Actions that wait for the complete row.
  private var waiting: [() -> Void] = []
  /// The row, if reading it has failed, so that only a part of it is shown.
  private var failed: Source.Item?

  /// Creates a reader for a list; the result is nil if the list holds complete rows.
  init?(of feed: Source, _ detail: ItemDetail<Source.Item, Source.Cursor>) {
    guard let whole = feed.whole else { return nil }
    (readWhole, self.detail) = (whole, detail)
  }

  isolated deinit { task = nil }

  /// Reads a row, and cancels the read that is in progress, if any.
  func read(_ item: Source.Item) {
    (waiting, failed) = ([], nil)
    let readWhole = readWhole
    task = BackgroundExecutor.shared.task { [weak self] in
      let answer = await readWhole(item)
      guard !Task.isCancelled, let self else { return }
      task = nil
      end(answer, item)
    }
  }

  private func end(_ answer: Result<Record, Failure>, _ item: Source.Item) {
    let actions = waiting
    waiting = []
    switch answer {
    case .success(let record):
      detail?.show(record, of: item)
      for action in actions { action() }
    case .failure(let failure):
      // Nothing is copied, because the row may be incomplete.
      failed = item
      detail?.show(nil, of: item)
      detail?.detail?.show(Message(failure.text, .failure))
    }
  }

  /// Performs an action when the row is complete, but not if reading fails; after a failure, reads
  /// the row again.
  func whenWhole(_ action: @escaping () -> Void) {
    if let failed { read(failed) }
    if task == nil { action() } else { waiting.append(action) }
  }
}
