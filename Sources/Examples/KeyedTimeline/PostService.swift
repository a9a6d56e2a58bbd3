import Paging

/// A made-up service of 300 posts.
///
/// It has the quirks of a real one: whoever asks from a key gets the key's own post too, unless it
/// was deleted, as happens before every third of these answers; and each new look at the start
/// finds three new posts.
actor PostService {
  private let latency: Duration
  private var posts = (1...300).map(Post.init)
  private var looks = 0
  private var continuations = 0

  init(latency: Duration) { self.latency = latency }

  /// The last posts up to a key, oldest first; the newest of all if it is nil.
  func posts(endAt key: String?, limitToLast count: Int) async throws(PagingError) -> [Post] {
    try await wait()
    if let key { deleteNowAndThen(key) } else { addPosts() }
    return posts.filter { key == nil || $0.key <= key ?? "" }.suffix(count)
  }

  private func deleteNowAndThen(_ key: String) {
    continuations += 1
    if continuations.isMultiple(of: 3) { posts.removeAll { $0.key == key } }
  }

  private func addPosts() {
    looks += 1
    guard looks > 1, let last = posts.last?.number else { return }
    posts += (last + 1...last + 3).map(Post.init)
  }

  /// The latency of a real service is all that this one lacks; `--latency` asks for it, and a load
  /// that is cancelled ends it.
  private func wait() async throws(PagingError) {
    guard latency > .zero else { return }
    do {
      // A wait by definition, as long as --latency says; it is cancelled with its load.
      try await Task.sleep(for: latency)
    } catch {
      throw PagingError("stopped", isRetryable: true)
    }
  }
}
