import Paging

/// The entries that the reader of a random walk sees, and how much memory they may cost.
struct WalkSight: Sendable {
  /// The entries that were drawn last and are still held, so a gap that has closed is not included.
  private(set) var drawn: [PagerEntry<Post>.ID] = []
  /// How many entries were drawn, including placeholders.
  private(set) var span = 0
  /// Whether `drawn` says where the viewport begins and ends.
  private(set) var isExact = false
  /// Whether anything was drawn since the list was replaced.
  private(set) var hasLooked = false
  /// The number of entries that filled gaps since the list was replaced, and by which pages may
  /// have grown.
  private(set) var grown = 0
  /// Whether the list has had a gap since it was replaced, so that places are not exact.
  private(set) var hadGap = false
  /// Whether the current refresh restarts the list.
  var isReplacedByRefresh = false
  /// Whether the held items came from a source other than the current one.
  var isForeign = false
  /// The number of items of the longest page so far.
  var longestPage = 0

  mutating func look(at entries: Range<Int>, of run: MachineRun) {
    let held = entries.clamped(to: 0..<run.machine.count)
    drawn = held.map { run.machine[$0].id }
    // If only placeholders are drawn, or nothing, no item marks the start and end of the viewport.
    span = entries.count
    (isExact, hasLooked) = (!drawn.isEmpty && held == entries, true)
  }

  /// Records an answer: a drawn item that the answer contains may move, so the item does not mark
  /// the place of the viewport any more.
  ///
  /// The same is true of an item at a place that comes from an edit, because the edit is applied
  /// again after the answer.
  mutating func include(_ page: Page<Post, Int>, isPending: (Int) -> Bool) {
    let came = Set(page.items.map(\.id))
    let isTouched = drawn.contains { entry in
      guard case .item(let id) = entry else { return true }
      return came.contains(id) || isPending(id.number)
    }
    if isTouched { isExact = false }
  }

  mutating func update(after run: MachineRun) {
    for change in run.changes { follow(change) }
    if run.machine.seeksEnd { (drawn, isExact, hasLooked) = ([], false, true) }
    // An answer or an edit may remove entries that are drawn, and a different gap may be where a
    // removed one was.
    let held = drawn.filter { run.machine.index(of: $0) != nil }
    if held.count < drawn.count { (drawn, isExact) = (held, false) }
    // An item that moved out of the viewport is drawn elsewhere, if at all.
    let places = drawn.compactMap { run.machine.index(of: $0) }
    if zip(places, places.dropFirst()).contains(where: { $0 + 1 != $1 }) { isExact = false }
    if cameAndWent(run.changes) || run.hasChangedList && run.gap != nil { hadGap = true }
  }

  /// Whether a page was dropped at the start; the same event may have added it, perhaps with a gap.
  private func cameAndWent(_ changes: [PagerChange]) -> Bool {
    changes.contains { $0 != .states }
      && changes.contains {
        if case .dropped(.leading, _) = $0 { true } else { false }
      }
  }

  private mutating func follow(_ change: PagerChange) {
    switch change {
    case .replaced, .landed, .exchanged: forget()
    // At the position to which the list has moved, placeholders are drawn, or were drawn a moment
    // ago.
    case .moved:
      isForeign = false
      (drawn, isExact, hadGap, grown) = ([], false, false, 0)
    case .refreshed where isReplacedByRefresh: forget()
    case .refreshed, .renewed, .edited: isExact = false
    case .filled(let entries, _):
      grown += entries.count
      isExact = false
    default: break
    }
  }

  private mutating func forget() {
    (drawn, isExact, hasLooked, hadGap, grown) = ([], false, false, false, 0)
    isForeign = false
  }

  /// The number of held entries beyond the drawn ones; nil if it is not known which are drawn.
  func room(at edge: Edge, in run: MachineRun) -> Int? {
    guard isExact, let first = drawn.first.flatMap(run.machine.index),
      let last = drawn.last.flatMap(run.machine.index)
    else { return nil }
    return edge == .leading ? first : run.machine.count - 1 - last
  }
}
