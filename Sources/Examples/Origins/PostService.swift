/// A post; newer ones have greater keys.
nonisolated struct Post: Identifiable, Sendable {
  let number: Int

  var id: String { key }
  var key: String {
    let digits = String(number)
    return "post-" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
  var author: String { ["Ada", "Béla", "Chidi", "Dilnoza"][number % 4] }
  var text: String { "What happened on day \(number)." }
  var likes: Int { number * 7 % 40 }
}

/// A made-up service of 300 posts.
///
/// It has the quirks of a real one: whoever asks from a key gets the key's own post too, unless it
/// was deleted, as happens before every third of these answers; and each new look at the start
/// finds three new posts.
actor PostService {
  private let latency: Latency
  private var posts = (1...300).map(Post.init)
  private var looks = 0
  private var continuations = 0

  init(latency: Latency) { self.latency = latency }

  /// The last posts up to a key, oldest first; the newest of all if it is nil.
  func posts(endAt key: String?, limitToLast count: Int) async throws -> [Post] {
    try await latency.wait()
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
}
