import Paging

/// A notice that the plain form is waiting before the next request to a source; without a screen,
/// nothing else would show this.
final class WaitNotice {
  private var observation: PagerObservation?
  /// The end of the last reported pause, on the clock of the pager.
  private var told: Duration?
  private let tell: (String) -> Void

  /// The longest pause that is not reported.
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
    let wait = "continuing in \((until - now).words)"
    if let error {
      tell("\(error.description); \(wait); ^C stops, and --retry-for 0 prevents retries")
    } else {
      tell("the source asks for a pause; \(wait); stop with ^C")
    }
  }
}
