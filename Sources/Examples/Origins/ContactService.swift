/// Someone in an address book.
nonisolated struct Contact: Identifiable, Sendable {
  let id: Int

  var name: String { ["Mei", "Noor", "Oona", "Piotr"][id % 4] + " \(id)" }
}

/// A made-up service of 150 contacts.
///
/// It has the quirks of a real one: it gives no more than seven at a time, whatever is asked for,
/// says no total, and once somebody is so far down two contacts at the top are deleted.
actor ContactService {
  private let latency: Latency
  private var contacts = (1...150).map(Contact.init)

  init(latency: Latency) { self.latency = latency }

  /// The contacts from an offset on.
  func contacts(offset: Int, limit: Int) async throws -> [Contact] {
    try await latency.wait()
    if offset > 60, contacts.count == 150 { contacts.removeFirst(2) }
    return Array(contacts.dropFirst(offset).prefix(min(limit, 7)))
  }
}
