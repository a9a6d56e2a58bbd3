import FileSources
import NCursesTerminal
import Paging
import TableUI
import Terminal

/// The keys of a text file, beside those of any list.
extension TextController {
  var commands: [Command] { jumping + [wrapping, lookingAgain] + list.commands }

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
    remember()
    if list.pager.holds(.leading) { list.goToStart() } else { enter(at: .start) }
  }

  private func goToEnd() {
    remember()
    // Typed before the first page has come it counts, too.
    let isHeld = list.pager.hasLoaded && list.pager.holds(.trailing)
    if isHeld { list.goToEnd() } else { enter(at: .end) }
  }

  private func goToPercent(_ percent: Int) {
    remember()
    search = BackgroundExecutor.shared.task { [weak self, source] in
      let place = try? await source.cursor(at: Double(min(percent, 100)) / 100)
      if let place, !Task.isCancelled { self?.show(place) }
    }
  }

  private func goBack() {
    guard let place = previous else { return }
    remember()
    show(place)
  }

  /// Counts as far as it must, says how far it is, and is given up by any key.
  func goToLine(_ number: Int) {
    remember()
    search = look.numbers.executor.task { [weak self, numbers = look.numbers] in
      do throws(FileError) {
        let place = try await numbers.place(ofLine: number) { progress in
          guard progress.done.isMultiple(of: Self.spokenEvery) else { return }
          Task { @MainActor in self?.tell(progress, line: number) }
        }
        if !Task.isCancelled { self?.takeLine(number, at: place) }
      } catch {
        guard !Task.isCancelled else { return }
        self?.beginAtStart()
        self?.list.show(Message(error.description, .failure))
      }
    }
  }

  /// Bytes counted between two words of it.
  private nonisolated static var spokenEvery: Int { 64 << 20 }

  private func tell(_ progress: CountProgress, line number: Int) {
    guard search != nil else { return }
    let percent = progress.done / (progress.total / 100 + 1)
    let dot = look.theme.marks.dot
    searchMessage = Message("looking for line \(number) \(dot) \(percent)% \(dot) any key stops")
    onNeedsDisplay?()
  }

  private func takeLine(_ number: Int, at place: FileOffset?) {
    (search, searchMessage) = (nil, nil)
    guard let place else {
      beginAtStart()
      list.show(Message("there is no line \(number)", .failure))
      return
    }
    show(place)
  }

  private func remember() { previous = list.visibleItems.first?.id ?? previous }

  /// Shows a place: one load if it is not held.
  private func show(_ place: FileOffset) {
    if list.scroll(to: place) { onNeedsDisplay?() } else { enter(at: .place(place)) }
  }
}
