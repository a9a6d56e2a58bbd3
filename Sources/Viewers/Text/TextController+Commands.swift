import EventLoop
import ByteStores
import FileSources
import Paging
import TableUI
import Terminal

/// The keys of a text file, beside those of any list.
extension TextController {
  func makeCommands() -> [Command] {
    [stopping] + followingCommands + jumping + [wrapping, reloading] + goingToFiles + list.commands
  }

  private var stopping: Command {
    Command(
      "cancel the jump", in: .move, keys: [.escape, "^C"],
      isEnabled: { [weak self] in self?.isOnTheWay ?? false }
    ) { [weak self] in self?.giveUpPlace() }
  }

  private var jumping: [Command] {
    [
      Command("first line", in: .move, keys: ["g", .home, "<"]) { [weak self] in
        self?.goToStart()
      },
      Command("last line", in: .move, keys: ["G", .end, ">"]) { [weak self] in self?.goToEnd() },
      Command("line N", in: .move, after: .number, keys: ["G", "g"]) { [weak self] in
        self?.goToLine($0)
      },
      Command("N percent into the file", in: .move, after: .number, keys: ["%"]) { [weak self] in
        self?.goToPercent($0)
      },
      Command(
        "back to before the last jump", in: .move, after: .key("'"), keys: ["'"],
        isEnabled: { [weak self] in self?.previous != nil }
      ) { [weak self] in self?.goBack() },
    ]
  }

  /// The other sources that were named.
  private var goingToFiles: [Command] {
    [("next file", "n", 1), ("previous file", "p", -1)].map { title, word, step in
      Command(title, in: .move, words: [word]) { [weak self] in
        self?.viewer?.openNamed(after: step) { self?.list.show($0) }
      }
    }
  }

  private var wrapping: Command {
    Command(appearance.wraps ? "cut long lines" : "wrap long lines", in: .view, keys: ["w"]) {
      [weak self] in self?.toggleWrap()
    }
  }

  private var reloading: Command {
    Command("reload", keys: ["r", "R", .function(5), "^R"], hint: "refresh") { [weak self] in
      self?.reload()
    }
  }

  private func toggleWrap() {
    appearance.wraps.toggle()
    commands = makeCommands()
    list.tableView.scrollsSideways = !appearance.wraps
    list.tableView.reloadData()
  }

  // MARK: Jumps

  private func goToStart() {
    leave()
    isOpening = false
    let isHeld = list.pager.hasLoaded && list.pager.reaches(.leading)
    if isHeld { list.goToStart() } else { list.jump(to: .start) }
  }

  /// What still arrives is followed to its end.
  private func goToEnd() {
    let follows = isArriving || following != .off
    leave()
    isOpening = false
    if follows { following = .on }
    goToLastLine()
  }

  private func goToPercent(_ percent: Int) {
    leave()
    let fraction = Double(min(percent, 100)) / 100
    if let place = source.cursorAtOnce(at: fraction) { return take(place) }
    search = BackgroundExecutor.shared.task { [weak self, source] in
      let place = try? await source.cursor(at: fraction)
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
    search = appearance.numbers.executor.task { [weak self, numbers = appearance.numbers] in
      do throws(FileError) {
        let place = try await numbers.place(ofLine: number) { progress in
          guard progress.done.isMultiple(of: Self.spokenEvery) else { return }
          Task { @MainActor in self?.tell(progress, line: number) }
        }
        if !Task.isCancelled { self?.take(place, ofLine: number) }
      } catch {
        if !Task.isCancelled { self?.take(nil, or: error.description) }
      }
    }
  }

  /// A line that has not come yet is waited for.
  private func take(_ place: FileOffset?, ofLine number: Int) {
    guard place == nil, isArriving else {
      return take(place, or: "there is no line \(number)")
    }
    search = nil
    awaitedLine = number
    searchMessage = Message("waiting for line \(number) \(appearance.theme.symbols.dot) Esc stops")
    stream?.want(upTo: .max)
    onNeedsDisplay?()
  }

  /// Bytes counted between two words of it.
  private nonisolated static var spokenEvery: Int { 64 << 20 }

  private func tell(_ progress: CountProgress, line number: Int) {
    guard search != nil else { return }
    let percent = progress.done / (progress.total / 100 + 1)
    let dot = appearance.theme.symbols.dot
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
    list.tableView.hasMovedUp = false
    pause()
    giveUp()
  }
}
