import EventLoop
import Feeds
import Records
import TableUI

/// Reads the row that is shown whole, of which the list may hold a part.
///
/// What the list holds is shown meanwhile.
final class WholeRows<Source: RecordFeed> {
  private let read: @Sendable (Source.Item) async -> Result<Record, Failure>
  private weak var detail: ItemDetail<Source.Item, Source.Cursor>?
  private var task: Task<Void, Never>? { didSet { oldValue?.cancel() } }
  /// What is done with the row once it is whole.
  private var waiting: [() -> Void] = []

  /// - Returns: nil where the list holds all of each row.
  init?(of feed: Source, _ detail: ItemDetail<Source.Item, Source.Cursor>) {
    guard let whole = feed.whole else { return nil }
    (read, self.detail) = (whole, detail)
  }

  isolated deinit { task = nil }

  /// Reads a row, in place of the one that is being read.
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
      // Nothing is copied that may be a part.
      detail?.show(nil, of: item)
      detail?.detail?.show(Message(failure.text, .failure))
    }
  }

  /// Does something once the row is whole; not where it cannot be read.
  func whenWhole(_ action: @escaping () -> Void) {
    if task == nil { action() } else { waiting.append(action) }
  }
}
