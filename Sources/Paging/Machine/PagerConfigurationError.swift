/// Numbers that no list can work with.
public enum PagerConfigurationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A page of nothing.
  case pageSize(Int)
  /// A distance below zero.
  case prefetchDistance(Int)
  /// No request at all.
  case maxRequests(Int)
  /// Fewer items held than a page and twice the prefetch distance: pages would come and go.
  case keep(Int, pageSize: Int, prefetchDistance: Int)

  /// What is wrong and what to do, in one line.
  public var description: String {
    switch self {
    case .pageSize(let size):
      "a page size of \(size) loads nothing; it must be at least 1"
    case .prefetchDistance(let distance):
      "a prefetch distance of \(distance) is negative; it must be at least 0"
    case .maxRequests(let count):
      "a limit of \(count) requests loads nothing; it must be at least 1"
    case .keep(let keep, let pageSize, let distance):
      "keeping \(keep) items is less than a page (\(pageSize)) and twice the prefetch distance "
        + "(\(distance)); keep more, or make the others smaller"
    }
  }
}
