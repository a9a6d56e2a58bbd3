/// Where an answer belongs among the pages that are held, by what was asked.
struct Slot: Hashable, Sendable {
  /// The pages before this one are above the answer.
  var above: Int
  /// The pages from this one on are below it, or are what it is about.
  var below: Int
  /// Whether the answer goes on where the page above it ends, because its cursor was asked.
  var followsAbove = false
  /// Whether the answer ends where the page below it begins, because its cursor was asked.
  var precedesBelow = false
  /// The number of the gap that stands above it, which stays that of what is still missing there.
  var gapAbove: Int?
  /// The number of the gap that stands below it.
  var gapBelow: Int?

  /// Before the page at a place, with nothing known of what is on its sides.
  static func at(_ page: Int) -> Slot { Slot(above: page, below: page) }
}
