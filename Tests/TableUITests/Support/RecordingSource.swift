import Paging

/// A source that records what it is asked, and answers when the test says.
@MainActor final class RecordingSource: PagingSource {
  typealias Answer = Result<Page<TextItem, Int>, PagingError>

  nonisolated let traits: PagingTraits
  private(set) var requests: [PageRequest<Int>] = []
  private var waiting: [(reason: LoadReason, continuation: CheckedContinuation<Answer, Never>)] = []

  init(opensAtEnd: Bool, opensAtItems: Bool = false) {
    traits = PagingTraits(opensAtEnd: opensAtEnd, opensAtItems: opensAtItems)
  }

  @MainActor func load(_ request: PageRequest<Int>) async throws(PagingError) -> Page<TextItem, Int>
  {
    requests.append(request)
    let answer = await withCheckedContinuation { waiting.append((request.reason, $0)) }
    return try answer.get()
  }

  func isAsked(_ reason: LoadReason) -> Bool { waiting.contains { $0.reason == reason } }

  /// Answers the oldest load of a reason.
  func answer(_ reason: LoadReason, _ answer: Answer) {
    guard let index = waiting.firstIndex(where: { $0.reason == reason }) else { return }
    waiting.remove(at: index).continuation.resume(returning: answer)
  }
}
