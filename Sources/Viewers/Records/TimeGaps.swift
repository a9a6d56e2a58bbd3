import Paging
import Records
import TableUI
import Terminal

/// Faint lines such as "12 min later" between items with a large time difference, toggled by a key.
///
/// A difference is large if it is at least five times the usual difference among the items around
/// the screen, rounded up to one of a few steps. A gap in the log of a busy server may be normal in
/// the log of a nightly job.
final class TimeGaps<Item: Identifiable & Sendable, Cursor: Hashable & Sendable>
where Item.ID: Sendable {
  typealias List = PagedListController<Item, Cursor>
  /// The time of an item; nil if it has none.
  typealias Time = (Item) -> RecordTime?

  private unowned let list: List
  private let theme: Theme
  private let makeTime: ([Item]) -> Time?
  /// The function that returns the time of an item; nil while no gaps are shown.
  private var time: Time?
  /// The minimum difference of a gap, in nanoseconds.
  private var least = Int.max

  /// The maximum number of items examined for the usual difference, from the first visible item on,
  /// and for the time above an item; half as many items above the screen also count for the usual
  /// difference.
  private var mostLookedAt: Int { 200 }
  /// The factor between the usual difference and a gap.
  private var factor: Int { 5 }
  /// The possible minimum differences in nanoseconds: from a second to a year.
  private var steps: [Int] {
    [1, 10, 60, 600, 3_600, 86_400, 604_800, 2_592_000, 31_536_000].map { $0 * 1_000_000_000 }
  }

  /// - Parameter makeTime: determines from the given items how their times are read; returns nil if
  ///   they have no times.
  init(_ list: List, _ theme: Theme, _ makeTime: @escaping ([Item]) -> Time?) {
    (self.list, self.theme, self.makeTime) = (list, theme, makeTime)
    list.tableView.register(TimeGapCell.self)
  }

  var command: Command {
    Command("show or hide gaps in time", in: .view, keys: ["D"]) { [weak self] in self?.toggle() }
  }

  private func toggle() {
    guard time == nil else {
      hide()
      return list.show(Message("gaps in time are hidden"))
    }
    let items = itemsAtHand
    guard let time = makeTime(items) else {
      return list.show(Message("no times found in these \(list.itemNames.many)", .accent))
    }
    least = gap(among: items.compactMap(time))
    self.time = time
    list.showSupplements { [weak self] previous, item, _ in
      previous != nil && self?.distance(before: item) != nil ? .header : []
    } header: { [weak self] table, item, path in
      let cell: TimeGapCell = table.dequeueCell(for: path)
      if let self, let distance = distance(before: item) { cell.show(distance, theme) }
      return cell
    }
    list.show(Message("gaps of \(TimeDistance(nanoseconds: least).rough) or more are shown"))
  }

  /// Determines again how times are read, because items are parsed in another way now; hides the
  /// gaps if the items have no times.
  func renew() {
    guard time != nil else { return }
    time = makeTime(itemsAtHand)
    if time == nil { list.hideSupplements() }
  }

  private func hide() {
    time = nil
    list.hideSupplements()
  }

  /// The loaded items around the first visible item.
  private var itemsAtHand: [Item] {
    let first = list.firstVisibleItem().flatMap { list.pager.index(of: .item($0.id)) } ?? 0
    let places = max(0, first - mostLookedAt / 2)..<min(list.pager.count, first + mostLookedAt)
    return places.compactMap { list.pager[$0].item }
  }

  /// Returns the minimum difference that counts as a gap, in nanoseconds, determined from the given
  /// times.
  private func gap(among times: [RecordTime]) -> Int {
    let distances = zip(times.dropFirst(), times).compactMap { $0.distance(after: $1)?.magnitude }
      .filter { $0 > 0 }.sorted()
    guard !distances.isEmpty else { return steps[2] }
    let usual = distances[distances.count / 2]
    return steps.first { $0.magnitude / factor.magnitude >= usual } ?? steps[steps.count - 1]
  }

  /// Returns the time between an item and the nearest item above it that has a time, in
  /// nanoseconds, if that is a gap.
  private func distance(before item: Item) -> Int? {
    guard let time, let own = time(item), let index = list.pager.index(of: .item(item.id)) else {
      return nil
    }
    let above = (max(0, index - mostLookedAt)..<index).reversed().lazy
      .map { self.list.pager[$0].item }.prefix { $0 != nil }
      .compactMap { $0.flatMap(time) }.first
    let distance = above.flatMap { own.distance(after: $0) }
    return distance.flatMap { $0.magnitude >= least.magnitude ? $0 : nil }
  }
}

/// A cell for the time between two rows.
final class TimeGapCell: TableViewCell {
  private var words = SafeText("")
  private var style = Style.plain

  func show(_ distance: Int, _ theme: Theme) {
    let direction = distance > 0 ? "later" : "earlier"
    let rule = theme.symbols.rule
    words = SafeText("\(rule) \(TimeDistance(nanoseconds: distance).rough) \(direction) \(rule)")
    style = theme.faint
  }

  func draw(in canvas: inout Canvas) {
    canvas.draw(words, at: Point(line: 0, column: canvas.visibleColumns.lowerBound), style: style)
  }
}
