struct Letter: Identifiable, Hashable, Sendable {
  let number: Int
  var id: Int { number }
}
