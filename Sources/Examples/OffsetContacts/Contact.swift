/// Someone in an address book.
nonisolated struct Contact: Identifiable, Sendable {
  let id: Int

  var name: String { ["Mei", "Noor", "Oona", "Piotr"][id % 4] + " \(id)" }
}
