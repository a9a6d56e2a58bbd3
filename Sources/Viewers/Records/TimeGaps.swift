import Paging
import Records
import TableUI
import Terminal

/// Faint lines between items that are far apart in time, as "12 min later"; shown by a key.
///
/// Far is five times as long as usual among the items at hand when they are asked for: what is a gap in the log of a busy
/// server is none in that of a nightly job.
final class TimeGaps<Item: Identifiable & Sendable, Cursor: Hashable & Sendable>
where Item.ID: Sendable {
  typealias List = PagedListController<Item, Cursor>
  /// The time of an item; nil of one that has none.
  typealias Time = (Item) -> RecordTime?

  private unowned let list: List
  private let theme: Theme
  private let makeTime: ([Item]) -> Time?
  /// Reads times while gaps are shown.
  private var time: Time?
  /// From how many nanoseconds on a distance is a gap.
  private var least = Int.max

  /// Items that are looked at: for the usual distance, and for the last time above a line without one.
  private var mostLookedAt: Int { 200 }
  /// How much longer than usual a gap is.
  private var factor: Int { 5 }
  /// The shortest gaps that there are to choose from: a second to a year.
  private var steps: [Int] {
    [1, 10, 60, 600, 3_600, 86_400, 604_800, 2_592_000, 31_536_000].map { $0 * 1_000_000_000 }
  }

  /// - Parameter makeTime: finds out from some items what reads their times; nil where they have none.
  init(_ list: List, _ theme: Theme, _ makeTime: @escaping ([Item]) -> Time?) {
    (self.list, self.theme, self.makeTime) = (list, theme, makeTime)
    list.tableView.register(TimeGapCell.self)
  }

  var command: Command {
    Command("gaps of time between rows", in: .view, keys: ["D"]) { [weak self] in self?.toggle() }
  }

  private func toggle() {
    guard time == nil else {
      hide()
      return list.show(Message("no gaps of time"))
    }
    let items = itemsAtHand
    guard let time = makeTime(items) else {
      return list.show(Message("no time is known of these \(list.itemNames.many)", .accent))
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
    list.show(Message("gaps of \(TimeDistance(nanoseconds: least).rough) and more"))
  }

  /// Shows none until they are asked for again, as where another file is shown.
  func hide() {
    guard time != nil else { return }
    time = nil
    list.hideSupplements()
  }

  /// Those around the first one in sight, as far as they are held.
  private var itemsAtHand: [Item] {
    let first = list.visibleItems.first.flatMap { list.pager.index(of: .item($0.id)) } ?? 0
    let places = max(0, first - mostLookedAt / 2)..<min(list.pager.count, first + mostLookedAt)
    return places.compactMap { list.pager[$0].item }
  }

  /// The shortest distance that is far among some times.
  private func gap(among times: [RecordTime]) -> Int {
    let distances = zip(times.dropFirst(), times).compactMap { $0.distance(after: $1)?.magnitude }
      .filter { $0 > 0 }.sorted()
    guard !distances.isEmpty else { return steps[2] }
    let usual = distances[distances.count / 2]
    return steps.first { $0.magnitude / factor.magnitude >= usual } ?? steps[steps.count - 1]
  }

  /// How long after the one above an item comes, in nanoseconds, where that is a gap.
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

/// How long after the row above the one below comes.
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
