/// Keeps an observer of a pager told; when it is let go, the observer is told nothing more.
@MainActor public final class PagerObservation {
  private let end: @MainActor () -> Void

  init(_ end: @escaping @MainActor () -> Void) { self.end = end }

  isolated deinit { end() }
}
