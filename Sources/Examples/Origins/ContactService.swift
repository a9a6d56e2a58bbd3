import Paging

/// A contact in an address book.
nonisolated struct Contact: Identifiable, Decodable, Sendable {
  let id: Int
  let first: String
  let last: String

  var line: String { "\(id)  \(first) \(last)" }
}

/// A service with contacts.
nonisolated protocol ContactService: Sendable {
  /// Returns at most `limit` contacts, starting at an offset.
  func contacts(offset: Int, limit: Int) async throws -> OffsetPage<Contact>
}

/// A simulated service with 150 contacts.
///
/// It has the quirks of a real service:
///
/// - It returns at most seven contacts at a time, whatever the limit.
/// - It does not state the total.
/// - The first request with an offset above 60 makes it delete two contacts at the top.
actor SimulatedContacts: ContactService {
  private let latency: Latency
  private var contacts = (1...150).map(Contact.init(simulated:))

  init(latency: Latency) { self.latency = latency }

  func contacts(offset: Int, limit: Int) async throws -> OffsetPage<Contact> {
    try await latency.wait()
    if offset > 60, contacts.count == 150 { contacts.removeFirst(2) }
    return OffsetPage(items: Array(contacts.dropFirst(offset).prefix(min(limit, 7))))
  }
}

extension Contact {
  nonisolated fileprivate init(simulated id: Int) {
    self.init(id: id, first: ["Mei", "Noor", "Oona", "Piotr"][id % 4], last: "\(id)")
  }
}
