import Feeds
import Search
import TableUI
import Terminal

/// Searching in a record: `/` and `?` ask for a pattern, `n` and `N` go on; behind the last match comes the first.
extension DetailController {
  var searching: [Command] {
    Command.searching(
      ask: { [weak self] in self?.askForPattern($0, goesDown: $1) },
      goOn: { [weak self] in self?.goOn(times: $0, back: $1) })
  }

  private func askForPattern(_ label: String, goesDown: Bool) {
    guard let viewer = host?.viewer else { return }
    viewer.readHistory()
    let before = pattern
    var prompt = Prompt(label, kind: Viewer.historyKind) { [weak self] in
      self?.enter($0, goesDown: goesDown, before: before)
    }
    // What is found stands out while it is typed.
    prompt.onChange = { [weak self] line in
      do throws(PatternError) {
        self?.pattern = try self?.pattern(of: line)
        return nil
      } catch {
        return Message(error)
      }
    }
    prompt.onCancel = { [weak self] in self?.pattern = before }
    viewer.session?.open(prompt)
  }

  private func pattern(of line: String) throws(PatternError) -> TextPattern? {
    line.isEmpty ? nil : try host?.makePattern(of: line)
  }

  private func enter(_ line: String, goesDown: Bool, before: TextPattern?) {
    do throws(PatternError) {
      pattern = try pattern(of: line) ?? before
    } catch {
      pattern = before
      return show(Message(error))
    }
    if !line.isEmpty { host?.viewer?.keepHistory(line) }
    searchesDown = goesDown
    goOn(times: 1, back: false)
  }

  private func goOn(times: Int, back: Bool) {
    guard let pattern, let plain = pattern.plain else {
      return show(Message("nothing to search for: / asks"))
    }
    // What was looked for in the list may not stand out there any more.
    if matcher == nil { self.pattern = pattern }
    let matcher = matcher ?? Matcher(plain)
    let goesDown = searchesDown != back
    for _ in 0..<min(times, mostTimes) {
      if goOnInRow(goingDown: goesDown) { continue }
      let start = tableView.selectedSection ?? 0
      let found = search { $0.nextMatch(from: start, goingDown: goesDown, matcher) }
      guard let found else { return show(Message("no match for \(pattern.text)", .accent)) }
      select(found)
      showMatch(in: found, goingDown: goesDown)
    }
  }

  // MARK: Within a row

  /// Goes to the next line with a match of the row that the last one was found in, and says whether there is one.
  private func goOnInRow(goingDown: Bool) -> Bool {
    guard let index = tableView.selectedSection, let line = foundLine(in: index) else {
      return false
    }
    let lines = rowLayout.linesWithMatch(of: tree.rows[index])
    let next = goingDown ? lines.first { $0 > line } : lines.last { $0 < line }
    guard let next else { return false }
    showFound(next, in: index)
    return true
  }

  /// Shows the first match in a row, or on the way up the last: it may have more lines than the screen.
  private func showMatch(in index: Int, goingDown: Bool) {
    let lines = rowLayout.linesWithMatch(of: tree.rows[index])
    guard let line = goingDown ? lines.first : lines.last else {
      return show(Message("the match is behind what is shown of it", .accent))
    }
    showFound(line, in: index)
  }
}

/// More rows than a record has.
private let mostTimes = 100_000
