import Synchronization

/// The counts of the requests with each key.
final class Counts: Sendable {
  /// The counts for a key.
  private struct Count {
    var requests = 0
    var running = 0
    var mostAtOnce = 0
    var paths: [String] = []
    var refused = 0
    /// The start of the time window, and the number of requests in it.
    var window: (start: ContinuousClock.Instant, requests: Int)?
  }

  /// The remainder of a rate limit.
  struct Allowance {
    /// The number of remaining requests; negative if the limit is exceeded.
    let left: Int
    /// The time until the limit is reset.
    let reset: Duration
  }

  private static let maximumPaths = 2_000
  private let counts = Mutex<[String: Count]>([:])

  /// Counts a request, and returns its number among those with the key, counted from 1.
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

  /// Counts a request against a rate limit.
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

  /// Records that the answer to a request is ready.
  func end(_ key: String) {
    counts.withLock { counts in
      // A request that began before a reset of the key is not counted in `running`.
      guard let running = counts[key]?.running, running > 0 else { return }
      counts[key]?.running = running - 1
    }
  }

  /// Removes the counts for a key.
  func reset(_ key: String) {
    counts.withLock { $0[key] = nil }
  }

  /// The counts for a key.
  func json(_ key: String) -> JSON {
    let count = counts.withLock { $0[key] } ?? Count()
    return [
      "requests": .number(count.requests), "refused": .number(count.refused),
      "most_at_once": .number(count.mostAtOnce),
      "paths": .array(count.paths.map(JSON.text)),
    ]
  }
}
