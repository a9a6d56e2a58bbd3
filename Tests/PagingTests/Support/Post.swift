/// An item whose place in a list is its number; a later version of it is newer.
struct Post: Identifiable, Hashable, Sendable {
  let id: Int
  var version = 0
}
