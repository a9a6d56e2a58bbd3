import ByteStores
import Feeds
import FileSources
import Paging
import TableUI

/// A follower of the end of a growing text, which shows or counts the lines that were added there.
final class TailFollower {
  /// The number of lines below the screen that suffice for a while.
  private static let enoughBelow = 100
  /// The maximum number of bytes below the loaded lines that are loaded to reach the end; if there
  /// are more, they are skipped.
  ///
  /// Most pages have fewer bytes.
  private static let farBehind = 32 << 10

  private let text: ShownText
  private let journey: TextJourney
  private let newLines: NewLines
  private var following = Following.off {
    didSet { text.source.keepEarlierEditions(following != .off) }
  }
  /// Whether a movement to the end is not complete, because lines at the end are not loaded yet.
  private var landsAtEnd = false
  /// The size of the text when the visible rows were last reloaded.
  private var reloadedSize: Int?
  /// The text that was last shown in the row at the end.
  private var lastEndRowText: String?

  private var list: ShownText.List { text.list }

  init(_ text: ShownText, _ journey: TextJourney) {
    (self.text, self.journey) = (text, journey)
    newLines = NewLines(text.appearance.numbers.executor)
    newLines.onChange = { [weak text] in text?.setNeedsDisplay() }
    // In a stream, lines are new only after the end has been reached once.
    if text.stream == nil { noteSeen() }
  }

  var isFollowing: Bool { following == .on }

  // MARK: Following

  /// Starts following the end.
  func follow() { following = .on }

  /// Stops showing added lines, until the reader reaches the end again.
  ///
  /// - Parameter isHeld: whether following stays paused even when the end is reached, because of a
  ///   match there.
  func pause(isHeld: Bool = false) {
    guard following == .on || isHeld && following == .paused else { return }
    if following == .on { noteSeen() }
    following = isHeld ? .held : .paused
  }

  /// Cancels a movement to the end that waits for lines.
  func giveUpLanding() { landsAtEnd = false }

  /// Goes to the end, and follows it if more of a stream may arrive, or if following is on or
  /// paused.
  func goToEnd() {
    let follows = text.isArriving || following != .off
    journey.noteDeparture()
    journey.leave()
    journey.endOpening()
    if follows { following = .on }
    goToLastLine()
  }

  /// Goes to the end, including lines that are not loaded yet.
  func goToLastLine() {
    // The growth may not have been reported yet.
    if let size = try? text.file.size() { text.knownSize = max(text.knownSize, size) }
    guard text.showsFile else { return list.open(text.shownSource, at: .end) }
    let isHeld = list.pager.hasLoaded && list.pager.reaches(.trailing)
    // A jump loads the current end.
    landsAtEnd = isHeld && text.heldEnd < text.knownSize
    if isHeld { list.goToEnd() } else { list.jump(to: .end) }
  }

  /// Scrolls to the new end if it is followed, or if a movement to the end is not complete, unless
  /// the reader has moved up since the last frame.
  func followOn() {
    guard following == .on || landsAtEnd, list.pager.hasLoaded, !journey.isOnTheWay,
      !list.tableView.hasMovedUp
    else { return }
    if text.heldEnd >= text.knownSize { landsAtEnd = false }
    if !list.pager.reaches(.trailing) {
      list.jump(to: .end)
    } else if list.pager.count > 0, list.pager.state(of: .append) != .loading || text.stream != nil
    {
      // A file is not scrolled while lines are loading, because the loading row would only flicker.
      list.tableView.scrollToEnd()
    }
  }

  /// Pauses following if the reader has moved up; a movement that waits for a jump counts only when
  /// that jump is complete.
  func noteMovement() {
    guard list.tableView.hasMovedUp, !journey.isOnTheWay, !list.tableView.isWaiting else { return }
    list.tableView.hasMovedUp = false
    if following == .on, !text.showsEnd { pause() }
  }

  // MARK: Added lines

  /// Records that another file is read, whose present lines are not new; if the file is empty, the
  /// first lines that arrive are not new either.
  func noteOther() { text.knownSize == 0 ? newLines.forget() : noteSeen() }

  /// Records that the reader has seen the current end.
  func noteSeen() { newLines.begin(in: text.file, at: text.knownSize) }

  /// Records that another file continues the lines of the old one.
  func noteContinuation(of old: FileStore, upTo end: Int, by new: FileStore, size: Int) {
    newLines.count(in: old, upTo: end)
    newLines.count(in: new, upTo: size)
  }

  /// Handles growth of the file: loads the added lines if the end is followed, and otherwise counts
  /// them.
  func noteGrowth() {
    switch following {
    case .on: loadGrowth()
    case .off, .paused, .held: newLines.count(in: text.file, upTo: text.knownSize)
    }
  }

  /// Loads the lines after the last loaded one or, if the end is far from it, skips to the lines
  /// before the end.
  private func loadGrowth() {
    guard !journey.isOnTheWay, list.pager.hasLoaded else { return }
    if text.heldEnd + Self.farBehind < text.knownSize {
      list.jump(to: .before(FileOffset(bytes: text.knownSize, edition: text.file.edition)))
    } else if list.pager.reaches(.trailing) {
      loadBelow()
    }
  }

  /// Loads the added lines, and reloads the visible rows if one of the last rows has an open quote,
  /// which the added lines may close.
  private func loadBelow() {
    guard text.hasOpenRow, reloadedSize != text.knownSize, let first = text.shown.first?.id else {
      return list.pager.paginate()
    }
    reloadedSize = text.knownSize
    list.open(text.shownSource, at: .after(first))
  }

  /// Continues with the rest of an earlier file, and then with the new file.
  func goOn() {
    guard !journey.isOnTheWay, list.pager.hasLoaded, list.pager.reaches(.trailing) else { return }
    list.pager.paginate()
  }

  /// Loads more lines if the reader is near the last loaded one; if the end of the text is visible,
  /// no lines count as new.
  ///
  /// - Parameter mayAsk: whether bytes, and lines after the visible ones, may be requested; false
  ///   before the first frame, which needs the processor.
  func loadNearEnd(mayAsk: Bool) {
    guard list.pager.hasLoaded else { return }
    guard let last = text.shown.last else {
      let seen = max(text.file.start, text.filter.searchedEnd(in: text.file) ?? 0)
      if list.pager.count == 0, text.knownSize > seen, !hasFailed { list.pager.paginate() }
      return
    }
    guard mayAsk else { return }
    let end = text.end(of: last)
    let wantsAll = following == .on || journey.awaitedLine != nil
    text.stream?.requestBytes(upTo: wantsAll ? .max : end)
    let isAtEnd = end >= text.knownSize
    if isAtEnd { noteSeen() }
    if following == .paused, isAtEnd, text.showsEnd, !journey.isOnTheWay { following = .on }
    if list.pager.reaches(.trailing), text.heldEnd < text.knownSize, isNearEnd { loadBelow() }
  }

  /// Whether a load has failed, so that it must not be repeated in each frame.
  private var hasFailed: Bool {
    switch list.pager.state(of: .append) {
    case .failed, .waiting: true
    case .idle, .loading, .paused, .cancelled, .end: false
    }
  }

  private var isNearEnd: Bool {
    guard let last = text.shown.last, let index = list.pager.index(of: .item(last.id)) else {
      return false
    }
    return list.pager.count - index < Self.enoughBelow
  }

  // MARK: Keys

  var commands: [Command] {
    [
      Command("follow the end, or stop following", in: .move, keys: ["F"]) { [weak self] in
        self?.toggle()
      },
      Command(
        "stop following", in: .move, keys: ["^C"],
        isEnabled: { [weak self] in self?.following != .off }
      ) { [weak self] in self?.following = .off },
    ]
  }

  private func toggle() {
    guard following != .on else { return following = .off }
    following = .on
    list.tableView.hasMovedUp = false
    journey.noteDeparture()
    goToLastLine()
  }

  // MARK: Messages

  /// The message in the status line.
  var message: Message? {
    switch following {
    case .on: return isOver ? nil : Message("following", .accent)
    case .off, .paused, .held:
      guard newLines.number > 0 else {
        let isPaused = following != .off && !isOver
        return isPaused ? Message("following paused", .accent) : nil
      }
      let number = list.grouped(newLines.number) + (newLines.isCounted ? "" : "+")
      let lines = newLines.number == 1 ? "line" : "lines"
      return Message("\(number) new \(lines) \(text.appearance.theme.symbols.down)", .accent)
    }
  }

  /// Whether the text cannot grow, because its stream has ended; a file that a stream unpacks or
  /// decodes can still grow.
  private var isOver: Bool { text.stream?.state == .ended && text.stream?.packed == nil }

  /// Updates the row at the end if its text has changed.
  func renewEndRow() {
    let words = wordsForEnd
    guard words != lastEndRowText else { return }
    lastEndRowText = words
    list.tableView.reloadData()
  }

  /// The text after the last line, which says whether more may arrive, or why no line is shown.
  var wordsForEnd: String? {
    if text.filter.source != nil, list.pager.count == 0, text.heldEnd > 0 {
      let dot = text.appearance.theme.symbols.dot
      let reason = text.columnlessFilter?.description ?? "no \(text.appearance.itemName) matches"
      return "\(reason) \(dot) Esc: remove the last filter"
    }
    return switch text.stream?.state {
    case .arriving?, .paused?: "waiting for more\(text.appearance.theme.symbols.more)"
    case .ended?: endOfStream
    case .failed(let error)?: error.description + text.keyHint(for: error)
    case nil: nil
    }
  }

  private var endOfStream: String {
    let words = list.pager.count == 0 ? "no data" : "end"
    // The program that unpacks or decodes a file is not a command of the reader.
    guard text.stream?.packed == nil, let end = text.stream?.commandEnd else { return words }
    let said = end.lastLine.isEmpty ? "" : ": \(end.lastLine)"
    return "\(words) \(text.appearance.theme.symbols.dot) status 0\(said)"
  }
}

/// The state of following the end.
enum Following {
  /// Added lines are counted.
  case off
  /// Added lines are shown.
  case on
  /// The reader has moved up; reaching the end resumes following.
  case paused
  /// A match was found; only a key resumes following.
  case held
}
