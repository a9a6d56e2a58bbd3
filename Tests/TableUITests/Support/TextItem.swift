/// An item of a list under test.
nonisolated struct TextItem: Identifiable, Hashable, Sendable {
  let id: Int
  var text: String

  init(_ id: Int, _ text: String? = nil) {
    self.id = id
    self.text = text ?? "item \(id)"
  }
}
