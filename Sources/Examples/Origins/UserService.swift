import Paging

/// A user; only the email address is unique.
nonisolated struct User: Decodable, Sendable {
  let email: String
  let name: String
  var isOnline = false

  var line: String { "\(email)  \(name)\(isOnline ? ", online" : "")" }

  private enum CodingKeys: CodingKey { case email, name }
}

/// A service with users.
nonisolated protocol UserService: Sendable {
  /// The users of a page, counted from 0, and the number of pages.
  func users(page: Int, size: Int) async throws -> NumberedPage<User>
}

/// A simulated service with 120 users.
///
/// It has the quirks of a real service:
///
/// - A page repeats the last user of the previous page and its own first user. Both are online
///   then.
/// - The last page has no new users.
/// - A page after the last one is an error.
nonisolated struct SimulatedUsers: UserService {
  private let latency: Latency
  private let users = (1...120).map(User.init(simulated:))

  init(latency: Latency) { self.latency = latency }

  func users(page: Int, size: Int) async throws -> NumberedPage<User> {
    try await latency.wait()
    let pages = (users.count + size - 1) / size
    guard page <= pages else { throw ServiceError("there is no page \(page)") }
    let own = users[min(page * size, users.count)..<min(page * size + size, users.count)]
    let before = users[..<own.startIndex].suffix(1)
    return NumberedPage(
      items: online(before) + own + online(own.prefix(1)), totalPages: pages + 1)
  }

  private func online(_ users: ArraySlice<User>) -> [User] {
    users.map { user in
      var user = user
      user.isOnline = true
      return user
    }
  }
}

extension User {
  nonisolated fileprivate init(simulated number: Int) {
    email = "user\(number)@example.org"
    name = ["Ida", "Jun", "Kofi", "Lupe"][number % 4]
  }
}
