import Feeds
import Search
import TableUI
import Terminal

/// The search in a record: `/` and `?` ask for a pattern, and `n` and `N` go to the next and the
/// previous match, and wrap around.
final class DetailSearch {
  private unowned let detail: DetailController
  /// The pattern to search for; at first that of the list.
  private var pattern: TextPattern?
  /// The matcher for the matches to highlight; nil if none are highlighted.
  private(set) var matcher: Matcher?
  /// The row of the last match, and the line within the row.
  private var found: (row: Int, line: Int)?
  /// Whether the search goes towards the end.
  private var goesDown = true

  /// - Parameter pattern: the pattern of the search in the list; ignored if it is a condition.
  init(in detail: DetailController, _ pattern: TextPattern?) {
    self.detail = detail
    self.pattern = pattern?.plain == nil ? nil : pattern
  }

  /// Highlights the matches of a pattern; nothing is highlighted for nil or for a condition.
  func stand(out pattern: TextPattern?) {
    matcher = pattern?.plain.map { Matcher($0) }
    found = nil
    detail.layOutRows()
  }

  /// Forgets the last match, because other content is shown.
  func forgetFound() { found = nil }

  private func look(for pattern: TextPattern?) {
    self.pattern = pattern
    stand(out: pattern)
  }

  private var host: (any DetailHost)? { detail.host }

  var commands: [Command] {
    Command.searching(
      ask: { [weak self] in self?.askForPattern($0, goesDown: $1, count: $2) },
      goOn: { [weak self] in self?.goOn(times: $0, back: $1) })
  }

  private func askForPattern(_ label: String, goesDown: Bool, count: Int) {
    guard let viewer = host?.viewer else { return }
    viewer.readHistory()
    let before = pattern
    let number = count > 1 ? "\(count)" : ""
    var prompt = Prompt(number + label, kind: Viewer.historyKind) { [weak self] in
      self?.enter($0, goesDown: goesDown, count: count, before: before)
    }
    // Matches are highlighted during typing.
    prompt.onChange = { [weak self] line in
      do throws(PatternError) {
        self?.look(for: try self?.pattern(of: line))
        return nil
      } catch {
        return Message(error)
      }
    }
    prompt.hint = Message("pattern, or empty for the last one")
    prompt.onCancel = { [weak self] in self?.look(for: before) }
    viewer.session?.open(prompt)
  }

  private func pattern(of line: String) throws(PatternError) -> TextPattern? {
    line.isEmpty ? nil : try host?.makePattern(of: line)
  }

  private func enter(_ line: String, goesDown: Bool, count: Int, before: TextPattern?) {
    do throws(PatternError) {
      look(for: try pattern(of: line) ?? before)
    } catch {
      look(for: before)
      return detail.show(Message(error))
    }
    if !line.isEmpty { host?.viewer?.keepHistory(line) }
    self.goesDown = goesDown
    goOn(times: count, back: false)
  }

  private func goOn(times: Int, back: Bool) {
    // If the pattern comes from the list, its matches may not be highlighted yet.
    if matcher == nil { look(for: pattern) }
    guard let pattern, let matcher else {
      return detail.show(Message("nothing to search for: press / to type a pattern"))
    }
    let goesDown = self.goesDown != back
    for _ in 0..<min(times, mostTimes) {
      if goOnInRow(goingDown: goesDown) { continue }
      let start = detail.tableView.selectedSection ?? 0
      let found = detail.find { $0.nextMatch(from: start, goingDown: goesDown, matcher) }
      guard let found else { return detail.show(Message("no match for \(pattern.text)", .accent)) }
      detail.select(found)
      showMatch(in: found, goingDown: goesDown)
    }
  }

  // MARK: Matches within a row

  /// Moves to the next matching line of the row with the last match; returns false if the row has
  /// no further one, or if another row is selected.
  private func goOnInRow(goingDown: Bool) -> Bool {
    guard let index = detail.tableView.selectedSection, let line = foundLine(in: index) else {
      return false
    }
    let lines = detail.rowLayout.linesWithMatch(of: detail.tree.rows[index])
    let next = goingDown ? lines.first { $0 > line } : lines.last { $0 < line }
    guard let next else { return false }
    showFound(next, in: index)
    return true
  }

  /// Scrolls to the first match in a row, or to the last one when going up.
  ///
  /// It is not enough to show the row, because it may be taller than the screen.
  private func showMatch(in index: Int, goingDown: Bool) {
    let lines = detail.rowLayout.linesWithMatch(of: detail.tree.rows[index])
    guard let line = goingDown ? lines.first : lines.last else {
      return detail.show(Message("the match is in the part that is not shown", .accent))
    }
    showFound(line, in: index)
  }

  /// Returns the line with the last match, if that match was in this row.
  private func foundLine(in index: Int) -> Int? {
    found.flatMap { $0.row == detail.tree.rows[index].id ? $0.line : nil }
  }

  /// Scrolls to the line of a match.
  private func showFound(_ line: Int, in index: Int) {
    found = (detail.tree.rows[index].id, line)
    detail.tableView.reveal(line: line, ofSection: index)
  }
}

/// The maximum number of repetitions, so that a very large number does not take long.
private let mostTimes = 100_000
