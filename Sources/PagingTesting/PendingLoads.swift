import Paging

/// Where loads wait until a test answers them.
actor PendingLoads<Item: Identifiable & Sendable, Cursor: Hashable & Sendable>
where Item.ID: Sendable {
  typealias Answer = Result<Page<Item, Cursor>, PagingError>

  private(set) var requests: [PageRequest<Cursor>] = []
  private var waiting: [Int: CheckedContinuation<Answer, Never>] = [:]
  private var callers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []

  func answer(to request: PageRequest<Cursor>) async -> Answer {
    let number = requests.count
    requests.append(request)
    return await withCheckedContinuation { continuation in
      waiting[number] = continuation
      resumeCallers()
    }
  }

  func answer(_ number: Int, _ answer: Answer) {
    waiting.removeValue(forKey: number)?.resume(returning: answer)
  }

  /// Returns when this many loads have come, or the task is cancelled.
  func came(_ count: Int) async {
    guard requests.count < count else { return }
    await withTaskCancellationHandler {
      await withCheckedContinuation { callers.append((count, $0)) }
    } onCancel: {
      Task { await self.resumeCallers(all: true) }
    }
  }

  private func resumeCallers(all: Bool = false) {
    let due = callers.filter { all || $0.count <= requests.count }
    callers.removeAll { all || $0.count <= requests.count }
    for caller in due { caller.continuation.resume() }
  }
}
