import Paging

/// A made-up service of 120 users.
///
/// It has the quirks of a real one: a page repeats the last user of the page before and its own
/// first one, who are online by then; the last page brings nobody new; and there is nothing but an
/// error past it.
nonisolated struct UserService: Sendable {
  private let latency: Duration
  private let users = (1...120).map(User.init)

  init(latency: Duration) { self.latency = latency }

  /// The users of a page, counted from 0, and how many pages there are.
  func users(
    page: Int, size: Int
  ) async throws(PagingError) -> (users: [User], totalPages: Int) {
    try await wait()
    let pages = (users.count + size - 1) / size
    guard page <= pages else { throw PagingError("there is no page \(page)", isRetryable: false) }
    let own = users[min(page * size, users.count)..<min(page * size + size, users.count)]
    let before = users[..<own.startIndex].suffix(1)
    return (online(before) + own + online(own.prefix(1)), pages + 1)
  }

  private func online(_ users: ArraySlice<User>) -> [User] {
    users.map { user in
      var user = user
      user.isOnline = true
      return user
    }
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
