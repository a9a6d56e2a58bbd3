import Synchronization

/// How many requests have come, by key.
final class Counts: Sendable {
  /// What is known of the requests of a key.
  private struct Count {
    var requests = 0
    var running = 0
    var mostAtOnce = 0
    var paths: [String] = []
  }

  private static let maximumPaths = 2_000
  private let counts = Mutex<[String: Count]>([:])

  /// A request has come; its number among those of its key, from 1.
  func begin(_ key: String, path: String) -> Int {
    counts.withLock { counts in
      var count = counts[key] ?? Count()
      count.requests += 1
      count.running += 1
      count.mostAtOnce = max(count.mostAtOnce, count.running)
      if count.paths.count < Self.maximumPaths { count.paths.append(path) }
      counts[key] = count
      return count.requests
    }
  }

  /// The answer to a request is ready.
  func end(_ key: String) {
    counts.withLock { counts in
      // Those that were running when a key was reset are not counted any more.
      guard let running = counts[key]?.running, running > 0 else { return }
      counts[key]?.running = running - 1
    }
  }

  /// Forgets a key.
  func reset(_ key: String) {
    counts.withLock { $0[key] = nil }
  }

  /// What is known of a key.
  func json(_ key: String) -> JSON {
    let count = counts.withLock { $0[key] } ?? Count()
    return [
      "requests": .number(count.requests), "most_at_once": .number(count.mostAtOnce),
      "paths": .array(count.paths.map(JSON.text)),
    ]
  }
}
