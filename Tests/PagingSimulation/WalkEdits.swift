/// What the reader's app has changed of the list since an answer last said what is there.
struct WalkEdits: Sendable {
  /// Whose edits a post is where it is by.
  private enum Author: Hashable {
    /// The app's alone, or of an operation that is over.
    case app
    case operation(Int)
  }

  private var authors: [Int: Set<Author>] = [:]
  /// Posts that the app has ever taken out or put elsewhere, and those that an operation has renewed.
  private var all: Set<Int> = []
  private var renewed: Set<Int> = []

  /// Whether a post was ever edited: where it is missing, the app may have taken it out.
  func wasEdited(_ post: Int) -> Bool { all.contains(post) }

  /// Whether a post may be elsewhere than the source has it, or missing.
  func isEdited(_ post: Int) -> Bool { authors[post] != nil }

  /// Whether an operation that is under way has changed a post.
  func isPending(_ post: Int) -> Bool { authors[post].map { $0 != [.app] } ?? false }

  /// Whether a post may be told to have come because an edit of it was made again.
  func mayComeAgain(_ post: Int) -> Bool { isPending(post) || renewed.contains(post) }

  mutating func noteRenewal(of post: Int) { renewed.insert(post) }

  /// Takes note of an edit.
  ///
  /// Beside one that is for good, what an operation has changed finds its place only as well as can
  /// be.
  mutating func insert(_ post: Int, operation: Int?) {
    all.insert(post)
    if operation == nil { for other in authors.keys { authors[other]?.insert(.app) } }
    authors[post, default: []].insert(operation.map { .operation($0) } ?? .app)
  }

  /// Answers decide about what an operation has changed from now on.
  mutating func confirm(_ operation: Int) {
    for post in authors.keys { authors[post]?.insert(.app) }
    for (post, all) in authors where all.contains(.operation(operation)) {
      authors[post]?.remove(.operation(operation))
      authors[post]?.insert(.app)
    }
  }

  /// All is as if there had been no such operation.
  mutating func takeBack(_ operation: Int) {
    for (post, all) in authors where all.contains(.operation(operation)) {
      let rest = all.subtracting([.operation(operation)])
      authors[post] = rest.isEmpty ? nil : rest
    }
  }

  /// An answer has shown some posts: where they are under the edits that are under way is certain.
  mutating func noteSeen(_ posts: [Int]) {
    for post in posts {
      let rest = authors[post]?.subtracting([.app]) ?? []
      authors[post] = rest.isEmpty ? nil : rest
    }
  }

  /// No operation is under way any more, whatever becomes of it.
  mutating func forgetOperations() {
    for post in authors.keys { authors[post] = [.app] }
  }
}
