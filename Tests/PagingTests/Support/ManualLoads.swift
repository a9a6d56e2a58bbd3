import Paging
import PagingSimulation

/// Where loads wait until a test answers them, by their number in the order they came.
actor ManualLoads {
  typealias Answer = Result<Page<Post, Int>, PagingError>

  static let offline = PagingError("offline", isRetryable: true)

  /// What was asked, in order.
  private(set) var requests: [PageRequest<Int>] = []
  /// The numbers of the loads whose tasks were cancelled.
  private(set) var cancelled: Set<Int> = []
  private var waiting: [Int: CheckedContinuation<Answer, Never>] = [:]

  /// Waits for an answer, also after a cancel: a source may be deaf to it.
  func answer(to request: PageRequest<Int>) async -> Answer {
    let number = requests.count
    requests.append(request)
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        waiting[number] = continuation
      }
    } onCancel: {
      Task { await self.noteCancel(of: number) }
    }
  }

  /// Answers a load with posts, each with its number for a cursor.
  func answer(
    _ number: Int, _ ids: [Int], before: Continuation<Int> = .end, after: Continuation<Int> = .end,
    pause: Duration? = nil
  ) {
    var page = Page(items: ids.map { Post(id: $0) }, before: before, after: after, pause: pause)
    page.itemCursors = ids
    waiting.removeValue(forKey: number)?.resume(returning: .success(page))
  }

  /// Fails a load.
  func fail(_ number: Int, _ error: PagingError = offline) {
    waiting.removeValue(forKey: number)?.resume(returning: .failure(error))
  }

  /// Waits until this many loads have come.
  func came(_ count: Int) async {
    while requests.count < count, !Task.isCancelled { await Task.yield() }
  }

  /// Waits until a load's task was cancelled.
  func wasCancelled(_ number: Int) async {
    while !cancelled.contains(number), !Task.isCancelled { await Task.yield() }
  }

  private func noteCancel(of number: Int) { cancelled.insert(number) }
}
