import FileSources
import NCursesTerminal
import Paging
import TableUI
import Terminal

/// The keys of a text file, beside those of any list.
extension TextController {
  var commands: [Command] { [stopping] + jumping + [wrapping, lookingAgain] + list.commands }

  private var stopping: Command {
    Command(
      "stop looking for the place", keys: [.escape, "^C"],
      isEnabled: { [weak self] in self?.isOnTheWay ?? false }
    ) { [weak self] in
      self?.giveUp()
      self?.beginAtStart()
    }
  }

  private var jumping: [Command] {
    [
      Command("first line", keys: ["g", .home, "<"]) { [weak self] in self?.goToStart() },
      Command("last line", keys: ["G", .end, ">"]) { [weak self] in self?.goToEnd() },
      Command("line N", after: .number, keys: ["G", "g"]) { [weak self] in self?.goToLine($0) },
      Command("N percent into the file", after: .number, keys: ["%"]) { [weak self] in
        self?.goToPercent($0)
      },
      Command(
        "back to before the last jump", after: .key("'"), keys: ["'"],
        isEnabled: { [weak self] in self?.previous != nil }
      ) { [weak self] _ in self?.goBack() },
    ]
  }

  private var wrapping: Command {
    Command(look.wraps ? "cut long lines" : "wrap long lines", keys: ["w"]) { [weak self] in
      self?.toggleWrap()
    }
  }

  /// Another file at the path is shown from its start; what was added to this one goes on at its end.
  private var lookingAgain: Command {
    let pager = list.pager
    return Command("look again", keys: ["r", "R", .function(5), "^R"], hint: "refresh") {
      pager.reloadData()
      if pager.state(of: .append) != .end { pager.paginate() }
    }
  }

  private func toggleWrap() {
    look.wraps.toggle()
    list.tableView.scrollsSideways = !look.wraps
    list.tableView.reloadData()
  }

  // MARK: Jumps

  private func goToStart() {
    leave()
    beginAtStart()
    if list.pager.holds(.leading) { list.goToStart() } else { enter(at: .start) }
  }

  private func goToEnd() {
    leave()
    // Typed before the first page has come it counts, too.
    let isHeld = list.pager.hasLoaded && list.pager.holds(.trailing)
    if isHeld { list.goToEnd() } else { enter(at: .end) }
  }

  private func goToPercent(_ percent: Int) {
    leave()
    search = BackgroundExecutor.shared.task { [weak self, source] in
      let place = try? await source.cursor(at: Double(min(percent, 100)) / 100)
      if !Task.isCancelled { self?.take(place) }
    }
  }

  private func goBack() {
    guard let place = previous else { return }
    leave()
    show(place)
  }

  /// Counts as far as it must, and says how far it is.
  func goToLine(_ number: Int) {
    leave()
    search = look.numbers.executor.task { [weak self, numbers = look.numbers] in
      do throws(FileError) {
        let place = try await numbers.place(ofLine: number) { progress in
          guard progress.done.isMultiple(of: Self.spokenEvery) else { return }
          Task { @MainActor in self?.tell(progress, line: number) }
        }
        if !Task.isCancelled { self?.take(place, or: "there is no line \(number)") }
      } catch {
        if !Task.isCancelled { self?.take(nil, or: error.description) }
      }
    }
  }

  /// Bytes counted between two words of it.
  private nonisolated static var spokenEvery: Int { 64 << 20 }

  private func tell(_ progress: CountProgress, line number: Int) {
    guard search != nil else { return }
    let percent = progress.done / (progress.total / 100 + 1)
    let dot = look.theme.marks.dot
    searchMessage = Message("looking for line \(number) \(dot) \(percent)% \(dot) Esc stops")
    onNeedsDisplay?()
  }

  /// Shows the place that was looked for, or says that there is none.
  private func take(_ place: FileOffset?, or failure: String? = nil) {
    (search, searchMessage) = (nil, nil)
    if let place { return show(place) }
    beginAtStart()
    if let failure { list.show(Message(failure, .failure)) }
    onNeedsDisplay?()
  }

  /// Goes elsewhere: the last of several jumps counts, and movements begin there.
  private func leave() {
    previous = list.visibleItems.first?.id ?? previous
    giveUp()
  }

  /// Shows a place: one load if it is not held.
  private func show(_ place: FileOffset) {
    if isHeld(place), list.scroll(to: place) {
      onNeedsDisplay?()
    } else {
      enter(at: .place(place))
    }
  }

  /// Whether a place is held, with all that stands below it on the screen.
  private func isHeld(_ place: FileOffset) -> Bool {
    guard let index = list.pager.index(of: .item(place)) else { return false }
    return list.pager.count - index >= size?.lines ?? 0 || list.pager.holds(.trailing)
  }
}
