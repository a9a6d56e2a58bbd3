import Synchronization

/// Tells whether somebody else has changed a database: another program, or another store of this one.
package final class ForeignCommits<Version: Equatable & Sendable>: Sendable {
  private let current: @Sendable () -> Version?
  private let last: Mutex<Version?>

  /// Counts from a version on that was read earlier.
  ///
  /// - Parameters:
  ///   - version: the one that was read; nil where none was, and then the first that is read counts as no change.
  ///   - current: reads it; nil where it cannot be read now. It must write nothing, because that would be heard as a change.
  package init(since version: Version?, current: @escaping @Sendable () -> Version?) {
    self.current = current
    last = Mutex(version)
  }

  /// Whether there were any since it was last asked; a database that cannot be asked says no.
  package func haveCome() -> Bool {
    let now = current()
    guard let now else { return false }
    return last.withLock { last in
      defer { last = now }
      return last != nil && now != last
    }
  }
}
