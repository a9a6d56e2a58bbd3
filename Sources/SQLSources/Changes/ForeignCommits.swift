import Synchronization

/// A detector of commits by another program, or over another connection in this program.
package final class ForeignCommits<Version: Equatable & Sendable>: Sendable {
  private let current: @Sendable () -> Version?
  private let last: Mutex<Version?>

  /// Starts from an earlier version.
  ///
  /// - Parameters:
  ///   - version: the version read earlier; if it is nil, the first version read counts as
  ///     unchanged.
  ///   - current: returns the current version; nil if the version cannot be read. The closure must
  ///     not write, because a write would be reported as a change.
  package init(since version: Version?, current: @escaping @Sendable () -> Version?) {
    self.current = current
    last = Mutex(version)
  }

  /// Whether the version has changed since the last call; false if the version cannot be read.
  package func haveCome() -> Bool {
    let now = current()
    guard let now else { return false }
    return last.withLock { last in
      defer { last = now }
      return last != nil && now != last
    }
  }
}
