import Synchronization

/// How many requests have come, by key.
final class Counts: Sendable {
  /// What is known of the requests of a key.
  private struct Count {
    var requests = 0
    var running = 0
    var mostAtOnce = 0
    var paths: [String] = []
    var refused = 0
    /// When the window began, and how many requests there were in it.
    var window: (start: ContinuousClock.Instant, requests: Int)?
  }

  /// What is left of a limit.
  struct Allowance {
    /// How many requests are left; fewer than none where one was too many.
    let left: Int
    /// How long until they all are there again.
    let reset: Duration
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

  /// Counts a request against a limit in a window of time.
  func spend(_ key: String, limit: Int, in window: Duration) -> Allowance {
    counts.withLock { counts in
      var count = counts[key] ?? Count()
      defer { counts[key] = count }
      let now = ContinuousClock.now
      var current = count.window ?? (now, 0)
      if now - current.start >= window { current = (now, 0) }
      current.requests += 1
      count.window = current
      if current.requests > limit { count.refused += 1 }
      return Allowance(left: limit - current.requests, reset: current.start + window - now)
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
      "requests": .number(count.requests), "refused": .number(count.refused),
      "most_at_once": .number(count.mostAtOnce),
      "paths": .array(count.paths.map(JSON.text)),
    ]
  }
}
