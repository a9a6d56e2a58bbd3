/// A post; newer posts have greater keys.
nonisolated struct Post: Identifiable, Decodable, Sendable {
  /// The key.
  let id: Int
  let author: String
  let text: String
  let likes: Int

  /// The key as it is displayed.
  var name: String {
    let digits = String(id)
    return "post-" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}

/// A service with posts.
nonisolated protocol PostService: Sendable {
  /// The last posts up to a key, oldest first; the newest posts if the key is nil.
  func posts(endAt key: Int?, limitToLast count: Int) async throws -> [Post]
}

/// A simulated service with 300 posts.
///
/// It has the quirks of a real service:
///
/// - An answer that ends at a key includes the post with that key, unless the post was deleted.
/// - Before every third answer that ends at a key, it deletes the post with that key.
/// - Each further request for the newest posts finds three new ones.
actor SimulatedPosts: PostService {
  private let latency: Latency
  private var posts = (1...300).map(Post.init(simulated:))
  private var looks = 0
  private var continuations = 0

  init(latency: Latency) { self.latency = latency }

  func posts(endAt key: Int?, limitToLast count: Int) async throws -> [Post] {
    try await latency.wait()
    if let key { deleteNowAndThen(key) } else { addPosts() }
    return posts.filter { $0.id <= key ?? .max }.suffix(count)
  }

  private func deleteNowAndThen(_ key: Int) {
    continuations += 1
    if continuations.isMultiple(of: 3) { posts.removeAll { $0.id == key } }
  }

  private func addPosts() {
    looks += 1
    guard looks > 1, let last = posts.last?.id else { return }
    posts += (last + 1...last + 3).map(Post.init(simulated:))
  }
}

extension Post {
  nonisolated fileprivate init(simulated id: Int) {
    self.init(
      id: id, author: ["Ada", "Béla", "Chidi", "Dilnoza"][id % 4],
      text: "What happened on day \(id).", likes: id * 7 % 40)
  }
}
