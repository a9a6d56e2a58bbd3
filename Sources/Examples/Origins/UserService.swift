import Paging

/// A user; no field but the address is sure to be anyone's own.
nonisolated struct User: Decodable, Sendable {
  let email: String
  let name: String
  var isOnline = false

  var line: String { "\(email)  \(name)\(isOnline ? ", online" : "")" }

  private enum CodingKeys: CodingKey { case email, name }
}

/// Where users come from.
nonisolated protocol UserService: Sendable {
  /// The users of a page, counted from 0, and how many pages there are.
  func users(page: Int, size: Int) async throws -> NumberedPage<User>
}

/// A made-up service of 120 users.
///
/// It has the quirks of a real one: a page repeats the last user of the page before and its own
/// first one, who are online by then; the last page brings nobody new; and there is nothing but an
/// error past it.
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
