/// An item whose place in a list is its number; a later version of it is newer.
package struct Post: Identifiable, Hashable, Sendable {
  package let id: Int
  package var version: Int

  package init(id: Int, version: Int = 0) {
    self.id = id
    self.version = version
  }
}
