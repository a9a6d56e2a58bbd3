import Paging

/// What the reader of a random walk sees, and how much memory that may cost.
struct WalkSight: Sendable {
  /// What was drawn last and is held; a gap that closed is no longer part of it.
  private(set) var drawn: [PagerEntry<Post>.ID] = []
  /// How many entries were drawn, placeholders too.
  private(set) var span = 0
  /// Whether `drawn` says where the viewport begins and ends.
  private(set) var isExact = false
  /// Whether anything was drawn since the list was replaced.
  private(set) var hasLooked = false
  /// How many entries the first page may have grown by since the list was replaced.
  private(set) var grown = 0
  /// Whether there was a gap since the list was replaced, and places are not exact.
  private(set) var hadGap = false
  /// Whether the refresh at hand starts the list again.
  var isReplacedByRefresh = false
  /// Whether another source is asked than that whose items are held.
  var isForeign = false
  /// Items of the longest page that came.
  var longestPage = 0

  mutating func look(at entries: Range<Int>, of run: MachineRun) {
    let held = entries.clamped(to: 0..<run.machine.count)
    drawn = held.map { run.machine[$0].id }
    // Where placeholders are drawn, or nothing, no item says where the viewport begins and ends.
    span = entries.count
    (isExact, hasLooked) = (!drawn.isEmpty && held == entries, true)
  }

  /// Takes note of an answer: what of it is drawn may hold the place no more, nor may what stands
  /// where it does by an edit, which is made again after the answer.
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
    // What is drawn may go by an answer or an edit, and another gap stand where one went.
    let held = drawn.filter { run.machine.index(of: $0) != nil }
    if held.count < drawn.count { (drawn, isExact) = (held, false) }
    // What moved out of it is drawn elsewhere, if at all.
    let places = drawn.compactMap { run.machine.index(of: $0) }
    if zip(places, places.dropFirst()).contains(where: { $0 + 1 != $1 }) { isExact = false }
    if cameAndWent(run.changes) || run.hasChangedList && run.gap != nil { hadGap = true }
  }

  /// Whether a page came at the start and went at once, perhaps with a gap.
  private func cameAndWent(_ changes: [PagerChange]) -> Bool {
    changes.contains { $0 != .states }
      && changes.contains {
        if case .dropped(.leading, _) = $0 { true } else { false }
      }
  }

  private mutating func follow(_ change: PagerChange) {
    switch change {
    case .replaced, .landed, .exchanged: forget()
    // What is drawn there are placeholders, or were a moment ago.
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

  /// Entries beyond the drawn ones; nil where it is not known which are drawn.
  func room(at edge: Edge, in run: MachineRun) -> Int? {
    guard isExact, let first = drawn.first.flatMap(run.machine.index),
      let last = drawn.last.flatMap(run.machine.index)
    else { return nil }
    return edge == .leading ? first : run.machine.count - 1 - last
  }
}
