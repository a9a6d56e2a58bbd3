import ByteStores
import EventLoop
import FileSources
import Paging
import TableUI
import Terminal

/// What a reader's way to another place concerns.
protocol TextJourneyDelegate: AnyObject {
  /// The reader leaves: what follows the end of the text pauses.
  func journeyWillLeave()
  /// What waited for the place is given up.
  func journeyDidGiveUp()
}

/// The way to a place that is not held: it is looked for, then loaded, and what was typed meanwhile begins
/// there.
///
/// The last of several counts. What is shown stays until the lines of that place are there.
final class TextJourney {
  weak var delegate: (any TextJourneyDelegate)?
  private let text: ShownText
  /// Whether the place is still looked for that the file is opened at: nothing else is shown before.
  private(set) var isOpening = false
  /// Whether the file was opened at another place than its start.
  private var beginsElsewhere = false
  /// What looks for a place.
  private var search: Task<Void, Never>? { didSet { text.list.expectsPlace = search != nil } }
  /// What the search says of itself.
  private(set) var message: Message?
  /// The number of a line that has not come yet, and is gone to when it has.
  private(set) var awaitedLine: Int?
  private var hold = InputHold()
  /// What waits for the place that the reader is on the way to.
  private var pendingAction: (() -> Void)?
  /// How many records there are, where these are shown and counted.
  var recordTotal: () -> Int? = { nil }
  /// Where the reader was before the last jump.
  var previous: FileOffset?

  private var list: ShownText.List { text.list }

  /// What is looked for by its number.
  private var name = "line"

  init(_ text: ShownText) { self.text = text }

  isolated deinit { search?.cancel() }

  // MARK: Where it is

  /// Whether another place is looked for or loaded.
  var isOnTheWay: Bool { isSearching || awaitedLine != nil || list.isJumping }

  var isSearching: Bool { search != nil }

  /// Whether keys wait for the place, because they begin there; not once the status says how far it is.
  var holdsInput: Bool { hold.holdsInput(while: isOnTheWay && message == nil) }

  /// Whether the place that the file is opened at is still counted for.
  var isCounting: Bool { isOpening && message != nil }

  /// At another place than the start half a page would be drawn first, and then moved.
  var isStarting: Bool {
    isOpening || list.isStarting || beginsElsewhere && list.pager.isLoading && !text.isFilled
  }

  /// Begins at a place that is looked for, or that is no start.
  ///
  /// - Parameters:
  ///   - number: that of an item, as it is numbered on the screen.
  ///   - line: a line of the file.
  func open(lookingFor number: Int? = nil, orLine line: Int? = nil) {
    beginsElsewhere = true
    guard let number = number ?? line else { return }
    isOpening = true
    leave()
    look(for: number, isLine: line != nil)
  }

  /// Shows what there is: the place that the file was to be opened at is no more looked for.
  func endOpening() { isOpening = false }

  // MARK: Leaving

  /// What `''` goes back to.
  func noteDeparture() { previous = list.visibleItems.first?.id ?? previous }

  /// Goes elsewhere: movements begin there.
  func leave() {
    list.tableView.hasMovedUp = false
    delegate?.journeyWillLeave()
    giveUp()
    hold.begin()
  }

  /// Gives up the place that is looked for, and all that waits for it.
  func giveUp() {
    pendingAction = nil
    search?.cancel()
    (search, message, awaitedLine) = (nil, nil, nil)
    delegate?.journeyDidGiveUp()
    list.tableView.cancelPendingMovements()
  }

  /// Stops on the way to another place, and shows what there is, or else the start.
  func stop() {
    giveUp()
    text.say(Message("stopped"))
    if isOpening {
      showStart()
    } else if list.isJumping {
      if list.pager.hasLoaded { list.stopLoading() } else { list.jump(to: .start) }
    }
  }

  // MARK: Looking for a place

  /// Lets a task look for a place, which `arrive(at:orElse:)` or `endSearch()` ends.
  func follow(_ task: Task<Void, Never>) { search = task }

  /// No place is looked for any more.
  func endSearch() { (search, message) = (nil, nil) }

  /// Looks for a place, and shows it.
  func find(_ find: @escaping @Sendable () async throws(FileError) -> FileOffset) {
    search = BackgroundExecutor.shared.task { [weak self] in
      do throws(FileError) {
        let offset = try await find()
        if !Task.isCancelled { self?.arrive(at: offset) }
      } catch {
        if !Task.isCancelled { self?.arrive(at: nil, orElse: error.description) }
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

  /// Goes to a share of the records, where it is known how many there are, and else of the bytes.
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

  /// Goes back to before the last jump, if there was one; says whether.
  func goBack() -> Bool {
    guard let previous else { return false }
    // Of an earlier file at the path the line of the same number is meant.
    if !text.source.holds(previous), let line = text.appearance.numbers[previous] {
      noteDeparture()
      go(toLine: line)
    } else {
      leave()
      show(previous)
    }
    return true
  }

  /// Goes to a line or a record by its number: counts as far as it must, and says how far it is.
  func go(toLine number: Int) {
    leave()
    look(for: number)
  }

  /// Goes to what is in a line of the file, whatever is numbered: a record may have several.
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
        if !Task.isCancelled { self?.arrive(at: nil, orElse: error.description) }
      }
    }
  }

  /// Looks for a line once more that had not come, unless it is looked for; says whether there is one.
  ///
  /// What waits for it goes on waiting: the reader left before.
  func goOnToAwaitedLine() -> Bool {
    guard let number = awaitedLine, search == nil else { return false }
    awaitedLine = nil
    look(for: number, isLine: name == "line")
    return true
  }

  private func tell(_ progress: CountProgress, line number: Int) {
    guard search != nil else { return }
    let percent = progress.percent
    say("looking for \(name) \(number)", "\(percent)%", "Esc stops")
  }

  private func say(_ words: String...) {
    message = Message(words.joined(separator: " \(text.appearance.theme.symbols.dot) "))
    text.setNeedsDisplay()
  }

  // MARK: Arriving

  /// A line that has not come yet is waited for.
  private func arrive(at offset: FileOffset?, ofLine number: Int) {
    guard offset == nil, text.isArriving else {
      return arrive(at: offset, orElse: "there is no \(name) \(number)")
    }
    search = nil
    awaitedLine = number
    text.stream?.requestBytes(upTo: .max)
    say("waiting for \(name) \(number)", "Esc stops")
  }

  /// Shows the place that was looked for, or says that there is none.
  func arrive(at offset: FileOffset?, orElse failure: String? = nil) {
    endSearch()
    if let offset { return showAtTarget(offset) }
    showStart()
    if let failure { text.say(Message(failure, .failure)) }
    text.setNeedsDisplay()
  }

  /// Shows a place: one load if it is not held, or two near the end.
  func show(_ offset: FileOffset) {
    noteDeparture()
    isOpening = false
    if !list.isJumping, text.isHeld(offset), list.scroll(to: offset) {
      text.setNeedsDisplay()
    } else {
      // Of another file at the path only the start is known.
      list.jump(to: text.source.holds(offset) ? .after(offset) : .start)
    }
  }

  /// Shows a place that was asked for on the line of the screen that the reader has chosen for that.
  func showAtTarget(_ offset: FileOffset) {
    show(offset)
    guard let target = text.viewer?.options.jumpTarget, target != .top else { return }
    list.tableView.moveUp(by: target.linesAbove)
  }

  /// Shows the start where the place that was asked for is not available.
  private func showStart() {
    guard isOpening else { return }
    isOpening = false
    list.viewDidAppear()
  }

  /// Does something once the reader is where they are on the way to; the last of several counts.
  func afterJump(_ action: @escaping () -> Void) {
    if isOnTheWay { pendingAction = action } else { action() }
  }

  /// Does what has waited for the place that is shown now.
  func performPendingAction() {
    guard !isOnTheWay, let action = pendingAction else { return }
    pendingAction = nil
    action()
  }

  /// What stands on the screen while lines are counted; how far that is stands in the status line.
  func drawCounting(in canvas: inout Canvas) {
    let theme = text.appearance.theme
    let words = SafeText("counting lines\(theme.symbols.more)")
    let point = Point(
      line: max(0, canvas.size.lines / 2 - 1),
      column: max(0, (canvas.size.columns - words.width) / 2))
    canvas.draw(words, at: point, style: theme.faint)
  }
}
