/// Why a page is loaded, and so at most one load of each at a time.
public enum LoadReason: Hashable, Sendable, CaseIterable {
  /// The head is looked at: at the start, on a refresh, and on a jump to either end.
  case refresh
  /// The list goes on at its trailing edge.
  case append
  /// The list goes on at its leading edge.
  case prepend
  /// A gap between two pages is filled.
  case gap
}
