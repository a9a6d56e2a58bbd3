import EventLoop
import ByteStores
import FileSources
import Paging
import TableUI
import Terminal

/// The keys of a text file, beside those of any list.
extension TextController {
  func makeCommands() -> [Command] {
    table.movingByColumn + linking + [stopping] + detailing + copying + searching + filtering
      + followingCommands
      + jumping
      + marking + viewing
      + [telling, editing, reloading]
      + goingToFiles + list.commands
  }

  private var copying: [Command] { appearance.columns == nil ? [] : table.copying }

  /// Enter is a line down, as in less, where there are no records.
  private var detailing: [Command] {
    appearance.columns == nil ? itemDetail.commandsOfText : itemDetail.commandsWithEnter
  }

  private var stopping: Command {
    Command(
      "cancel the jump", in: .move, keys: [.escape, "^C"],
      isEnabled: { [weak self] in self?.isOnTheWay ?? false }
    ) { [weak self] in self?.giveUpPlace() }
  }

  private var jumping: [Command] {
    [
      Command("first line", in: .move, keys: ["g", .home, "<", "p", .alt("<")]) { [weak self] in
        self?.goToStart()
      },
      Command("last line", in: .move, keys: ["G", .end, ">", .alt(">")]) { [weak self] in
        self?.goToEnd()
      },
      Command(
        "line N", in: .move, after: .number, keys: ["G", "g", "<", ">", .alt("<"), .alt(">")]
      ) { [weak self] in
        self?.goToLine($0)
      },
      Command("N percent into the file", in: .move, after: .number, keys: ["%", "p"]) {
        [weak self] in
        self?.goToPercent($0)
      },
      Command("back to before the last jump", in: .move, after: .key("'"), keys: ["'"]) {
        [weak self] in
        self?.goBack()
      },
      Command("back to before the last jump", in: .move, after: .key("^X"), keys: ["^X"]) {
        [weak self] in
        self?.goBack()
      },
    ]
  }

  /// The other sources that were named.
  private var goingToFiles: [Command] {
    [
      Command("next file", in: .move, words: ["n"]) { [weak self] in self?.openNamed(after: 1) },
      Command("previous file", in: .move, words: ["p"]) { [weak self] in
        self?.openNamed(after: -1)
      },
      Command("first file", in: .move, words: ["x"]) { [weak self] in
        self?.openNamed(after: -(self?.viewer?.sources.index ?? 0))
      },
    ]
  }

  private func openNamed(after step: Int) {
    viewer?.openNamed(after: step) { [weak self] in self?.list.show($0) }
  }

  private var reloading: Command {
    Command("reload", keys: ["r", "R", .function(5), "^R"], hint: "reload") { [weak self] in
      self?.reload()
    }
  }

  // MARK: Jumps

  func goToStart() {
    notePlace()
    leave()
    isOpening = false
    let isHeld = list.pager.hasLoaded && list.pager.reaches(.leading)
    if isHeld { list.goToStart() } else { list.jump(to: .start) }
  }

  /// What still arrives is followed to its end.
  func goToEnd() {
    let follows = isArriving || following != .off
    notePlace()
    leave()
    isOpening = false
    if follows { following = .on }
    goToLastLine()
  }

  private func goToPercent(_ percent: Int) {
    let fraction = Double(min(percent, 100)) / 100
    if let place = source.cursorAtOnce(at: fraction) {
      leave()
      return take(place)
    }
    goToPlace { [source] () async throws(FileError) in
      try await source.cursor(at: fraction)
    }
  }

  /// Goes to a place that has to be found first.
  private func goToPlace(_ find: @escaping @Sendable () async throws(FileError) -> FileOffset) {
    leave()
    self.find(find)
  }

  /// Looks for a place, and shows it.
  func find(_ find: @escaping @Sendable () async throws(FileError) -> FileOffset) {
    search = BackgroundExecutor.shared.task { [weak self] in
      do throws(FileError) {
        let place = try await find()
        if !Task.isCancelled { self?.take(place) }
      } catch {
        if !Task.isCancelled { self?.take(nil, or: error.description) }
      }
    }
  }

  private func goBack() {
    guard let place = previous else { return goToPlaceOfLastRun() }
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
    stream?.requestBytes(upTo: .max)
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
  func take(_ place: FileOffset?, or failure: String? = nil) {
    (search, searchMessage) = (nil, nil)
    if let place { return show(place) }
    beginAtStart()
    if let failure { list.show(Message(failure, .failure)) }
    onNeedsDisplay?()
  }

  /// What `''` goes back to.
  func notePlace() { previous = list.visibleItems.first?.id ?? previous }

  /// Goes elsewhere: the last of several jumps counts, and movements begin there.
  func leave() {
    list.tableView.hasMovedUp = false
    pause()
    giveUp()
  }
}
