import EventLoop
import Feeds
import Records
import TableUI

/// Reads complete rows for the detail screen, if the list may hold only a part of a row.
///
/// The part is shown until the row is complete.
final class WholeRows<Source: RecordFeed> {
  private let read: @Sendable (Source.Item) async -> Result<Record, Failure>
  private weak var detail: ItemDetail<Source.Item, Source.Cursor>?
  private var task: Task<Void, Never>? { didSet { oldValue?.cancel() } }
  /// Actions that wait for the complete row.
  private var waiting: [() -> Void] = []

  /// Creates a reader for a list; the result is nil if the list holds complete rows.
  init?(of feed: Source, _ detail: ItemDetail<Source.Item, Source.Cursor>) {
    guard let whole = feed.whole else { return nil }
    (read, self.detail) = (whole, detail)
  }

  isolated deinit { task = nil }

  /// Reads a row, and cancels the read that is in progress, if any.
  func read(_ item: Source.Item) {
    waiting = []
    let read = read
    task = BackgroundExecutor.shared.task { [weak self] in
      let answer = await read(item)
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
      detail?.show(nil, of: item)
      detail?.detail?.show(Message(failure.text, .failure))
    }
  }

  /// Performs an action when the row that is being read is complete, but not if reading fails;
  /// immediately if no row is being read.
  func whenWhole(_ action: @escaping () -> Void) {
    if task == nil { action() } else { waiting.append(action) }
  }
}
