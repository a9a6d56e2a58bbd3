import ByteStores
import EventLoop
import FileSources
import Paging
import TableUI
import Terminal

/// An object that is notified about jumps.
protocol TextJourneyDelegate: AnyObject {
  /// Called when a jump begins, so that following the end pauses.
  func journeyWillLeave()
  /// Called when actions that waited for the jump are cancelled.
  func journeyDidGiveUp()
}

/// The jumps to positions that are not loaded: the position is found and loaded, and then the input
/// that was typed in the meantime is handled.
///
/// A further jump replaces the previous one. The screen does not change until the lines have
/// arrived.
final class TextJourney {
  weak var delegate: (any TextJourneyDelegate)?
  private let text: ShownText
  /// Whether the initial position is still being found, so that nothing is shown yet.
  private(set) var isOpening = false
  /// Whether the initial position is not the start.
  private var beginsElsewhere = false
  /// The task that finds a position.
  private var search: Task<Void, Never>? { didSet { text.list.expectsPlace = search != nil } }
  /// The message about the progress of the search for a position.
  private(set) var message: Message?
  /// The number of the line that is the target of a jump and has not arrived yet.
  private(set) var awaitedLine: Int?
  private var hold = InputHold()
  /// The action that waits for the jump.
  private var pendingAction: (() -> Void)?
  /// The number of records, if they are shown and counted.
  var recordTotal: () -> Int? = { nil }
  /// The position before the last jump.
  var previous: FileOffset?

  private var list: ShownText.List { text.list }

  /// The noun for the item that is found by number.
  private var name = "line"

  init(_ text: ShownText) { self.text = text }

  isolated deinit { search?.cancel() }

  // MARK: State

  /// Whether a jump is in progress.
  var isOnTheWay: Bool { isSearching || awaitedLine != nil || list.isJumping }

  var isSearching: Bool { search != nil }

  /// Whether keys wait for the jump, because they start at its target; they do not wait while the
  /// progress is shown.
  var holdsInput: Bool { hold.holdsInput(while: isOnTheWay && message == nil) }

  /// Whether the initial position is being found, and the progress is shown.
  var isCounting: Bool { isOpening && message != nil }

  /// Whether the first lines at the initial position are still loading.
  ///
  /// Nothing is drawn until they have arrived, because otherwise half a page would be drawn and
  /// then moved.
  var isStarting: Bool {
    isOpening || list.isStarting || beginsElsewhere && list.pager.isLoading && !text.isFilled
  }

  /// Opens the text at a position other than the start.
  ///
  /// - Parameters:
  ///   - number: the number of an item, as shown on the screen.
  ///   - line: the number of a line of the file.
  func open(lookingFor number: Int? = nil, orLine line: Int? = nil) {
    beginsElsewhere = true
    guard let number = number ?? line else { return }
    isOpening = true
    leave()
    look(for: number, isLine: line != nil)
  }

  /// Shows the text without waiting for the initial position.
  func endOpening() { isOpening = false }

  // MARK: Departure

  /// Stores the position for `''`.
  func noteDeparture() { previous = list.firstVisibleItem()?.id ?? previous }

  /// Prepares a jump; movements will start at its target.
  func leave() {
    list.tableView.hasMovedUp = false
    delegate?.journeyWillLeave()
    giveUp()
    hold.begin()
  }

  /// Cancels the jump, and the actions that wait for it.
  func giveUp() {
    pendingAction = nil
    search?.cancel()
    (search, message, awaitedLine) = (nil, nil, nil)
    delegate?.journeyDidGiveUp()
    list.tableView.cancelPendingMovements()
  }

  /// Stops the jump, and shows the loaded lines, or else the start.
  func stop() {
    giveUp()
    text.say(Message("stopped"))
    if isOpening {
      showStart()
    } else if list.isJumping {
      if list.pager.hasLoaded { list.stopLoading() } else { list.jump(to: .start) }
    }
  }

  // MARK: Finding a position

  /// Sets the task that finds a position; `arrive(at:orElse:)` or `endSearch()` ends it.
  func follow(_ task: Task<Void, Never>) { search = task }

  /// Records that the search for a position has ended.
  func endSearch() { (search, message) = (nil, nil) }

  /// Finds a position, and shows it.
  func find(_ find: @escaping @Sendable () async throws(FileError) -> FileOffset) {
    search = BackgroundExecutor.shared.task { [weak self] in
      do throws(FileError) {
        let offset = try await find()
        if !Task.isCancelled { self?.arrive(at: offset) }
      } catch {
        if !Task.isCancelled { self?.end(with: error) }
      }
    }
  }

  func goToStart() {
    noteDeparture()
    leave()
    isOpening = false
    guard text.showsFile else { return list.open(text.shownSource, at: .start) }
    let isHeld = list.pager.hasLoaded && list.pager.reaches(.leading)
    if isHeld { list.goToStart() } else { list.jump(to: .start) }
  }

  /// Goes to a percentage below 100 of the records if their number is known, otherwise of the
  /// bytes.
  func go(toPercent percent: Int) {
    if let total = recordTotal(), percent < 100 {
      return go(toLine: max(1, total * percent / 100 + (percent > 0 ? 1 : 0)))
    }
    let fraction = Double(min(percent, 100)) / 100
    leave()
    if let offset = text.source.cursorAtOnce(at: fraction) { return arrive(at: offset) }
    find { [source = text.source] () async throws(FileError) in
      try await source.cursor(at: fraction)
    }
  }

  /// Returns to the position before the last jump; returns false if no jump was made.
  func goBack() -> Bool {
    guard let previous else { return false }
    // If the file of the position is closed, the line with the same number is shown.
    if !text.source.holds(previous), let line = text.appearance.numbers[previous] {
      noteDeparture()
      go(toLine: line)
    } else {
      leave()
      show(previous)
    }
    return true
  }

  /// Goes to a line or record by number: counts as far as necessary, and shows the progress.
  func go(toLine number: Int) {
    leave()
    look(for: number)
  }

  /// Goes to a line of the file, even if records are numbered, because a record may have several
  /// lines.
  func go(toLineOfFile number: Int) {
    leave()
    look(for: number, isLine: true)
  }

  private func look(for number: Int, isLine: Bool = false) {
    let numbers = text.appearance.numbers
    name = isLine ? "line" : text.appearance.itemName
    search = numbers.executor.task { [weak self] in
      do throws(FileError) {
        let tell: LineCounter.Progress = { progress in
          guard progress.isWorthTelling else { return }
          Task { @MainActor in self?.tell(progress, line: number) }
        }
        let offset =
          isLine
          ? try await numbers.place(ofLine: number, progress: tell)
          : try await numbers.place(of: number, progress: tell)
        if !Task.isCancelled { self?.arrive(at: offset, ofLine: number) }
      } catch {
        if !Task.isCancelled { self?.end(with: error) }
      }
    }
  }

  /// Repeats the search for a line that had not arrived; returns false if no line is awaited, or if
  /// a search is in progress.
  ///
  /// Waiting actions continue to wait, because the jump has not ended.
  func goOnToAwaitedLine() -> Bool {
    guard let number = awaitedLine, search == nil else { return false }
    awaitedLine = nil
    look(for: number, isLine: name == "line")
    return true
  }

  private func tell(_ progress: CountProgress, line number: Int) {
    guard search != nil else { return }
    let percent = progress.percent
    say("looking for \(name) \(number)", "\(percent)%", "Esc: stop")
  }

  private func say(_ words: String...) {
    message = Message(words.joined(separator: " \(text.appearance.theme.symbols.dot) "))
    text.setNeedsDisplay()
  }

  // MARK: Arrival

  /// Shows the line that was found, or waits if it has not arrived yet.
  private func arrive(at offset: FileOffset?, ofLine number: Int) {
    guard offset == nil, text.isArriving else {
      return arrive(at: offset, orElse: "no \(name) \(number)")
    }
    search = nil
    awaitedLine = number
    text.stream?.requestBytes(upTo: .max)
    say("waiting for \(name) \(number)", "Esc: stop")
  }

  /// Shows the position that was found; if it is nil, shows `failure`, if any.
  func arrive(at offset: FileOffset?, orElse failure: String? = nil) {
    endSearch()
    if let offset { return showAtTarget(offset) }
    showStart()
    if let failure { text.say(Message(failure, .failure)) }
    text.setNeedsDisplay()
  }

  /// Ends the search for a position with an error of the file.
  func end(with error: FileError) {
    arrive(at: nil)
    text.report(error)
  }

  /// Shows a position; if it is not loaded, this takes one load, or two near the end.
  func show(_ offset: FileOffset) {
    noteDeparture()
    isOpening = false
    if !list.isJumping, text.isHeld(offset), list.scroll(to: offset) {
      text.setNeedsDisplay()
    } else {
      // If the file of the position is closed, only the start is a valid position.
      list.jump(to: text.source.holds(offset) ? .after(offset) : .start)
    }
  }

  /// Shows a position on the line of the screen that the reader has chosen for targets.
  func showAtTarget(_ offset: FileOffset) {
    show(offset)
    guard let target = text.viewer?.options.jumpTarget, target != .top else { return }
    list.tableView.moveUp(by: target.linesAbove)
  }

  /// Shows the start, if the text is still waiting for its initial position.
  private func showStart() {
    guard isOpening else { return }
    isOpening = false
    list.viewDidAppear()
  }

  /// Performs an action when the jump is complete; a later action replaces it.
  func afterJump(_ action: @escaping () -> Void) {
    if isOnTheWay { pendingAction = action } else { action() }
  }

  /// Performs the waiting action if the jump is complete.
  func performPendingAction() {
    guard !isOnTheWay, let action = pendingAction else { return }
    pendingAction = nil
    action()
  }

  /// Draws the screen while the initial position is being found; the status line shows the
  /// progress.
  func drawCounting(in canvas: inout Canvas) {
    let theme = text.appearance.theme
    let words = SafeText("counting lines\(theme.symbols.more)")
    let point = Point(
      line: max(0, canvas.size.lines / 2 - 1),
      column: max(0, (canvas.size.columns - words.width) / 2))
    canvas.draw(words, at: point, style: theme.faint)
  }
}
