import Paging
import Terminal

/// The list's part of the status line: the place, the number of loaded items, and activities.
extension PagedListController {
  /// The parts of the status line, most important first.
  public var status: [Message] {
    var parts = [Message(title, .title, short: shortTitle)] + notices + wordsBehindTitle()
    let count = grouped(pager.count)
    if let place {
      let total = total.map { " of \(grouped($0))" } ?? ""
      parts.append(Message(fact: "\(itemNames.one) \(grouped(place + 1))\(total)"))
      if total.isEmpty { parts.append(Message(fact: "\(count) loaded")) }
    } else if let placeFromEnd {
      parts.append(
        Message(
          fact: placeFromEnd == 0
            ? "last \(itemNames.one)"
            : "\(itemNames.one) \(grouped(placeFromEnd + 1)) from the end"))
    } else if pager.count > 0 {
      let name = pager.count == 1 ? itemNames.one : itemNames.many
      parts.append(Message(fact: "\(count) \(name) loaded"))
    }
    return parts
  }

  /// The fraction of all items above the bottom of the screen, from 0 to 1; nil if it is not known,
  /// or if all items are visible.
  public var position: Double? {
    guard let total, total > 0, let first = tableView.visible.first?.indexPath,
      let last = tableView.visible.last?.indexPath,
      let start = place(inSection: first.section), let end = place(inSection: last.section),
      start > 0 || end + 1 < total
    else { return nil }
    return min(1, Double(end + 1) / Double(total))
  }

  /// The position of a section's item in the whole list, or that of the nearest item if the section
  /// has none.
  private func place(inSection section: Int) -> Int? {
    let entries = sections.entryRange
    guard !entries.isEmpty else { return nil }
    return pager.place(
      ofEntry: min(
        max(entries.lowerBound, sections.index(ofSection: section)), entries.upperBound - 1))
  }

  /// The total number of items, if the source reports it, or if the last item is held and its
  /// number is known.
  private var total: Int? {
    if let total = pager.totalCount { return total }
    guard pager.count > 0, pager.reaches(.trailing), pager.state(of: .append) == .end else {
      return nil
    }
    return pager.place(ofEntry: pager.count - 1).map { $0 + 1 }
  }

  /// The parts of the status line besides the title and the place: new items, the last message, and
  /// activities.
  public var notices: [Message] { [newMessage, message, activity].compactMap { $0 } }

  /// The texts of status rows for the current state.
  var statusRows: StatusRow {
    StatusRow(
      theme: theme, words: words, now: pager.now,
      keys: ListKeys(
        besides: extraCommands, canOpen: tableView.allowsSelection, restart: restartKey),
      isFiltered: pager.leftOutCount > 0)
  }

  /// Removes the message, which the reader has read by now.
  public func willHandleInput() { message = nil }

  /// The position of the selected entry, or else of the first visible one, in the whole list, if
  /// known.
  private var place: Int? { currentEntry.flatMap { pager.place(ofEntry: $0) } }

  /// The position of the selected entry, or else of the first visible one, counted back from the
  /// last entry, which is 0; nil if the end is not held.
  private var placeFromEnd: Int? {
    guard let currentEntry, pager.reaches(.trailing), pager.state(of: .append) == .end else {
      return nil
    }
    return pager.count - 1 - currentEntry
  }

  private var currentEntry: Int? {
    (tableView.selectedSection ?? tableView.visible.first?.indexPath.section).map {
      sections.index(ofSection: $0)
    }
    .flatMap { sections.entryRange.contains($0) ? $0 : nil }
  }

  private var newMessage: Message? {
    guard pager.newCount > 0 else { return nil }
    return Message("\(grouped(pager.newCount)) new \(theme.symbols.up)", .accent)
  }

  private var activity: Message? {
    if let failure { return failure }
    // This runs for each frame, and usually nothing is loading.
    guard goal != nil || isSlow else { return nil }
    if let seekingMessage { return seekingMessage }
    guard isSlow, pager.hasLoaded else { return nil }
    let isStoppable = tableView.isWaiting || goal != nil
    return statusRows.loading(attempt: attempt, isStoppable: isStoppable)
  }

  /// The highest attempt number among the running loads.
  var attempt: Int { LoadReason.allCases.map { pager.attempt(of: $0) }.max() ?? 1 }

  /// The message about the first failed load that no visible row shows, whether or not it will be
  /// retried.
  private var failure: Message? {
    guard pager.hasLoaded else { return nil }
    for reason in LoadReason.allCases {
      switch pager.state(of: reason) {
      case .failed(let error) where !isTold(reason): return statusRows.failure(error)
      case .waiting(let until, let error?) where !isTold(reason):
        return statusRows.wait(until, error)
      default: continue
      }
    }
    return nil
  }

  /// Whether a visible row shows the state of the loads for the given reason.
  private func isTold(_ reason: LoadReason) -> Bool {
    tableView.visible.contains { isStatusCell($0.cell) && shows(reason, in: $0) }
  }

  private func shows(_ reason: LoadReason, in row: VisibleCell) -> Bool {
    let section = row.indexPath.section
    switch reason {
    case .append: return section == sections.sectionCount - 1
    case .prepend: return section < sections.leadingRows
    case .refresh: return sections.isPlaceholder(section)
    case .gap:
      guard case .gap(let gap)? = entry(row.identifier) else { return false }
      return pager.state(ofGap: gap) != .idle
    }
  }

  /// A number in groups of three digits.
  public func grouped(_ number: Int) -> String { number.grouped }

  /// The text and style of a status row that is the only row of an empty list.
  var onlyStatus: (SafeText, Style)? {
    guard pager.hasLoaded, pager.count == 0, tableView.visible.count == 1,
      let cell = tableView.visible.first?.cell as? StatusCell
    else { return nil }
    return (cell.text, cell.style)
  }

  var firstLoad: (SafeText, Style) {
    statusRows.firstLoad(pager.state(of: .refresh), attempt: pager.attempt(of: .refresh))
  }

  func drawInTheMiddle(_ words: (text: SafeText, style: Style), in canvas: inout Canvas) {
    let lines = words.text.wrapped(to: max(1, canvas.size.columns - 4))
    for (index, line) in lines.enumerated() {
      let point = Point(
        line: max(0, canvas.size.lines / 2 - 1) + index,
        column: max(0, (canvas.size.columns - line.width) / 2))
      canvas.draw(line, at: point, style: words.style)
    }
  }
}
