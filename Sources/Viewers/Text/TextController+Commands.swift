import EventLoop
import FileSources
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
    ) { [weak self] in self?.stay() }
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

  private var lookingAgain: Command {
    Command("look again", keys: ["r", "R", .function(5), "^R"], hint: "refresh") { [weak self] in
      self?.lookAgain()
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
    isOpening = false
    let isHeld = list.pager.hasLoaded && list.pager.holds(.leading)
    if isHeld { list.goToStart() } else { list.jump(to: .start) }
  }

  private func goToEnd() {
    leave()
    isOpening = false
    let isHeld = list.pager.hasLoaded && list.pager.holds(.trailing)
    if isHeld { list.goToEnd() } else { list.jump(to: .end) }
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
}
