import Paging

/// Tells that the plain form waits because a source has asked for that, as nothing else does without a screen.
final class WaitNotice {
  private var observation: PagerObservation?
  /// The end of the wait that was told last, by the pager's time.
  private var told: Duration?
  private let tell: (String) -> Void

  /// What is waited for without a word.
  private static let longestSilence = Duration.seconds(5)

  init<Item, Cursor>(
    _ pager: Pager<Item, Cursor>, tell: @escaping (String) -> Void = StandardError.tell
  ) {
    self.tell = tell
    observation = pager.observe { [weak self, weak pager] _ in
      guard let self, let pager else { return }
      for reason in [LoadReason.refresh, .append] {
        note(pager.state(of: reason), at: pager.now)
      }
    }
  }

  private func note(_ state: LoadState, at now: Duration) {
    guard case .waiting(let until, let error) = state, until != told,
      until - now > Self.longestSilence
    else { return }
    told = until
    let wait = "going on in \((until - now).words)"
    if let error {
      tell("\(error.description); \(wait), unless ^C or --retry-for 0 ends it")
    } else {
      tell("the source asks for a pause; \(wait), unless ^C ends it")
    }
  }
}
