/// When a load goes out.
extension PagerMachine {
  /// Whether loads may go out at the edges: not while the head is looked at, nor before a first
  /// page has come.
  private var isOpen: Bool { slots[.refresh]?.ticket == nil && hasLoaded }

  /// Loads at the edges that the viewport is too near to; asked after every event.
  mutating func demand() {
    for edge in [Edge.trailing, .leading] where wants(edge) {
      guard isOutOfRequests, isOpen, isIdle(edge.reason) else {
        extend(edge)
        continue
      }
      pause(edge.reason, .requests(configuration.maxRequests ?? 0))
    }
  }

  /// Whether a load should go out at an edge by itself: it is wanted, and the source may be asked.
  func wants(_ edge: Edge) -> Bool {
    wantsMore(edge) && restsUntil.map { now >= $0 } ?? true
  }

  /// Whether the viewport is too near to an edge that is known to go on.
  func wantsMore(_ edge: Edge) -> Bool {
    guard let drawn, !holds(edge) else { return false }
    let room = edge == .leading ? drawn.lowerBound : count - drawn.upperBound
    return room < max(1, configuration.prefetchDistance)
  }

  /// Loads at an edge if there may be more and nothing stands against it.
  mutating func extend(_ edge: Edge) {
    guard isOpen, isIdle(edge.reason), let position = position(beyond: edge) else { return }
    issue(edge.reason, at: position, for: .extend(edge))
  }

  /// Whether no load of a reason is out, and none failed or was cancelled.
  func isIdle(_ reason: LoadReason) -> Bool { slots[reason]?.isIdle ?? true }

  /// The place that leads on at an edge, or nil at the end.
  func position(beyond edge: Edge) -> PageRequest<Cursor>.Position? {
    switch edge {
    case .trailing: return store.pages.last?.after.cursor.map { .after($0) }
    case .leading:
      if let cursor = store.pages.first?.before.cursor { return .before(cursor) }
      return droppedLeading.last
    }
  }

  /// Whether the true start or end is held, as far as the source has said.
  func holds(_ edge: Edge) -> Bool {
    let continuation = edge == .leading ? store.pages.first?.before : store.pages.last?.after
    if case .unknown? = continuation { return true }
    return position(beyond: edge) == nil
  }

  mutating func setViewport(_ range: Range<Int>) {
    let clamped = range.clamped(to: 0..<count)
    drawn = clamped
    if clamped.lowerBound == 0, !clamped.isEmpty, holds(.leading), newCount > 0 {
      newCount = 0
      publish(.states)
    }
    trim()
  }
}

extension LoadReason {
  var edge: Edge? {
    switch self {
    case .append: .trailing
    case .prepend: .leading
    case .refresh, .gap: nil
    }
  }
}

extension Edge {
  var reason: LoadReason { self == .leading ? .prepend : .append }
}
