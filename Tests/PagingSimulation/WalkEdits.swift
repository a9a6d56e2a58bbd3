/// The changes that the reader's app has made to the list since an answer last showed the posts.
struct WalkEdits: Sendable {
  /// Who made an edit that put a post in its place.
  private enum Author: Hashable {
    /// The app alone, or an operation that is over.
    case app
    case operation(Int)
  }

  private var authors: [Int: Set<Author>] = [:]
  /// The posts that the app has ever removed, moved or inserted, and those that it has replaced.
  private var all: Set<Int> = []
  private var renewed: Set<Int> = []

  /// Whether a post was ever edited: if it is missing, the app may have removed it.
  func wasEdited(_ post: Int) -> Bool { all.contains(post) }

  /// Whether a post may be missing, or in a different place than in the source.
  func isEdited(_ post: Int) -> Bool { authors[post] != nil }

  /// Whether an operation that is under way has changed a post.
  func isPending(_ post: Int) -> Bool { authors[post].map { $0 != [.app] } ?? false }

  /// Whether a post may be reported as new because an edit to it was applied again.
  func mayComeAgain(_ post: Int) -> Bool { isPending(post) || renewed.contains(post) }

  mutating func noteRenewal(of post: Int) { renewed.insert(post) }

  /// Records an edit.
  ///
  /// Next to a permanent edit, the place of a post that an operation has changed is only
  /// approximate.
  mutating func insert(_ post: Int, operation: Int?) {
    all.insert(post)
    if operation == nil { for other in authors.keys { authors[other]?.insert(.app) } }
    authors[post, default: []].insert(operation.map { .operation($0) } ?? .app)
  }

  /// Records that an operation has succeeded: from now on, answers determine the state of the posts
  /// that it changed.
  mutating func confirm(_ operation: Int) {
    for post in authors.keys { authors[post]?.insert(.app) }
    for (post, all) in authors where all.contains(.operation(operation)) {
      authors[post]?.remove(.operation(operation))
      authors[post]?.insert(.app)
    }
  }

  /// Records that an operation has failed: the state is as if it had never happened.
  mutating func takeBack(_ operation: Int) {
    for (post, all) in authors where all.contains(.operation(operation)) {
      let rest = all.subtracting([.operation(operation)])
      authors[post] = rest.isEmpty ? nil : rest
    }
  }

  /// Records that an answer has shown some posts: apart from the edits that are still under way,
  /// their places are certain now.
  mutating func noteSeen(_ posts: [Int]) {
    for post in posts {
      let rest = authors[post]?.subtracting([.app]) ?? []
      authors[post] = rest.isEmpty ? nil : rest
    }
  }

  /// Records that no operation is under way any longer, whatever the results were.
  mutating func forgetOperations() {
    for post in authors.keys { authors[post] = [.app] }
  }
}
