import Paging

/// An item; a later version of it is newer.
package struct Post: Identifiable, Hashable, Sendable {
  package let id: PostID
  package var version: Int

  package init(id: Int, version: Int = 0) {
    self.id = PostID(id)
    self.version = version
  }
}
