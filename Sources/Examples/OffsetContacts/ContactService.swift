import Paging

/// A made-up service of 150 contacts.
///
/// It has the quirks of a real one: it gives no more than seven at a time, whatever is asked for,
/// says no total, and once somebody is so far down two contacts at the top are deleted.
actor ContactService {
  private let latency: Duration
  private var contacts = (1...150).map(Contact.init)

  init(latency: Duration) { self.latency = latency }

  /// The contacts from an offset on.
  func contacts(offset: Int, limit: Int) async throws(PagingError) -> [Contact] {
    try await wait()
    if offset > 60, contacts.count == 150 { contacts.removeFirst(2) }
    return Array(contacts.dropFirst(offset).prefix(min(limit, 7)))
  }

  /// The latency of a real service is all that this one lacks; `--latency` asks for it, and a load
  /// that is cancelled ends it.
  private func wait() async throws(PagingError) {
    guard latency > .zero else { return }
    do {
      // A wait by definition, as long as --latency says; it is cancelled with its load.
      try await Task.sleep(for: latency)
    } catch {
      throw PagingError("stopped", isRetryable: true)
    }
  }
}
