import ByteStores
import Feeds
import FileSources
import Paging
import TableUI
import Terminal

/// A text that grows, or is another by now.
extension TextController {
  /// How many lines below the screen are enough for a while.
  private static let enoughBelow = 100

  /// Something may have happened to the file, or has come.
  func noteNews() {
    noteWords()
    if stream?.state == .ended { leaveIfShort() }
    if let awaitedLine, search == nil, !isArriving { goToLine(awaitedLine) }
    if let size = try? file.size(), size != knownSize {
      if size < knownSize { return reload() }
      knownSize = size
      recognizeStream()
      growth()
    }
    if stream == nil { notePath() }
    onNeedsDisplay?()
  }

  private func notePath() {
    if file.isDeleted() { return noteDeletion() }
    isGone = false
    if file.isReplaced() { reload() }
  }

  /// As `less -F`: what fits on one screen needs none, unless the reader has touched a key.
  private func leaveIfShort() {
    guard let viewer, viewer.options.quitsIfOneScreen, !isTouched, let size,
      feed.fits(
        on: Size(lines: size.lines + 1, columns: size.columns), within: .zero, viewer.options)
    else { return }
    viewer.isOnlyPrinted = true
    viewer.session?.finish(.quit)
  }

  /// The row at the end is made again where it says something else.
  private func noteWords() {
    let words = wordsForEnd
    guard words != lastEndRowText else { return }
    lastEndRowText = words
    list.tableView.reloadData()
  }

  /// Whether more of a stream may come.
  var isArriving: Bool { stream?.state == .arriving || stream?.state == .paused }

  private func growth() {
    if let awaitedLine, search == nil { return goToLine(awaitedLine) }
    switch following {
    case .on: loadGrowth()
    case .off, .paused: newLines.count(in: file, upTo: knownSize)
    }
  }

  /// Goes on at what is held, or where that is far behind leaves out what lies between.
  private func loadGrowth() {
    guard !isOnTheWay, list.pager.hasLoaded else { return }
    if heldEnd + Self.farBehind < knownSize {
      list.jump(to: .before(FileOffset(bytes: knownSize, edition: file.edition)))
    } else if list.pager.reaches(.trailing) {
      list.pager.paginate()
    }
  }

  /// More than a page of lines.
  private static let farBehind = 32 << 10

  /// Goes on with the rest of an earlier file, and with the new one.
  func goOn() {
    guard !isOnTheWay, list.pager.hasLoaded, list.pager.reaches(.trailing) else { return }
    list.pager.paginate()
  }

  var lastHeld: TextLine? {
    list.pager.count > 0 ? list.pager[list.pager.count - 1].item : nil
  }

  /// Where the last line ends in the file that is held; where it was searched to, if not all lines are shown.
  private var heldEnd: Int {
    if filter.source != nil { return filter.searchedEnd(in: file) ?? 0 }
    return lastHeld.map { $0.id.edition == file.edition ? $0.id.bytes + $0.raw.count : 0 } ?? 0
  }

  /// Where a line ends in the file; the last one held of an earlier file is before its start.
  private func end(of line: TextLine) -> Int {
    let isLast = line.id == lastHeld?.id && list.pager.reaches(.trailing)
    if isLast, let end = filter.searchedEnd(in: file) { return end }
    if line.id.edition == file.edition { return line.id.bytes + line.raw.count }
    return isLast ? 0 : -1
  }

  /// The lines stay readable, and another file may come.
  private func noteDeletion() {
    guard !isGone else { return }
    isGone = true
    list.show(Message("the file is gone; this is what it was"))
  }

  /// Loads what has come below what is held, where a reader is near it; what they have seen is not new.
  func noteEnd() {
    guard list.pager.hasLoaded else { return }
    guard let last = shown.last else {
      let seen = max(file.start, filter.searchedEnd(in: file) ?? 0)
      if list.pager.count == 0, knownSize > seen { list.pager.paginate() }
      return
    }
    let end = end(of: last)
    // The first frame needs the processor.
    guard hasPresentedFrame else { return }
    stream?.requestBytes(upTo: following == .on || awaitedLine != nil ? .max : end)
    let isAtEnd = end >= knownSize
    if isAtEnd { newLines.begin(in: file, at: knownSize) }
    if following == .paused, isAtEnd, showsEnd, !isOnTheWay { following = .on }
    if list.pager.reaches(.trailing), heldEnd < knownSize, isNearEnd { list.pager.paginate() }
  }

  private var isNearEnd: Bool {
    guard let last = shown.last, let index = list.pager.index(of: .item(last.id)) else {
      return false
    }
    return list.pager.count - index < Self.enoughBelow
  }

  /// Goes to the end, and to what has come there that is not held.
  func goToLastLine() {
    // What has come may not have been told yet.
    if let size = try? file.size() { knownSize = max(knownSize, size) }
    let isHeld = list.pager.hasLoaded && list.pager.reaches(.trailing)
    // A jump asks for what is there now.
    landsAtEnd = isHeld && heldEnd < knownSize
    if isHeld { list.goToEnd() } else { list.jump(to: .end) }
  }

  /// Stays at the end, unless the reader has moved up since the last frame.
  func followOn() {
    guard following == .on || landsAtEnd, list.pager.hasLoaded, !isOnTheWay,
      !list.tableView.hasMovedUp
    else { return }
    if heldEnd >= knownSize { landsAtEnd = false }
    if !list.pager.reaches(.trailing) {
      list.jump(to: .end)
    } else if list.pager.count > 0, list.pager.state(of: .append) != .loading || stream != nil {
      // What is loading is shown when it has come, because its row would come and go.
      list.tableView.scrollToEnd()
    }
  }

  /// A movement up that leads away from the end pauses, once it is made; it may have waited for a jump.
  func noteMovement() {
    guard list.tableView.hasMovedUp, !isOnTheWay, !list.tableView.isWaiting else { return }
    list.tableView.hasMovedUp = false
    if following == .on, !showsEnd { pause() }
  }

  /// Whether the last line is in sight, with the row behind it where there is one.
  var showsEnd: Bool { list.pager.reaches(.trailing) && list.tableView.isAtEnd }

  /// Shows no more of what comes, until the reader is at the end again.
  func pause() {
    guard following == .on else { return }
    following = .paused
    newLines.begin(in: file, at: knownSize)
  }

  var followingCommands: [Command] {
    [
      Command("follow the end, on and off", in: .move, keys: ["F"]) { [weak self] in
        self?.toggleFollowing()
      },
      Command(
        "stop following", in: .move, keys: ["^C"],
        isEnabled: { [weak self] in self?.following != .off }
      ) { [weak self] in self?.following = .off },
    ]
  }

  private func toggleFollowing() {
    guard following == .off else { return following = .off }
    following = .on
    list.tableView.hasMovedUp = false
    notePlace()
    goToLastLine()
  }

  /// What the status line says of it.
  var growthMessage: Message? {
    switch following {
    case .on: return stream?.state == .ended ? nil : Message("following", .accent)
    case .off, .paused:
      guard newLines.number > 0 else {
        let isPaused = following == .paused && stream?.state != .ended
        return isPaused ? Message("following paused", .accent) : nil
      }
      let number = list.grouped(newLines.number) + (newLines.isCounted ? "" : "+")
      let lines = newLines.number == 1 ? "line" : "lines"
      return Message("\(number) new \(lines) \(appearance.theme.symbols.down)", .accent)
    }
  }

  private var endOfStream: String {
    let words = list.pager.count == 0 ? "nothing came" : "end"
    guard let end = stream?.commandEnd else { return words }
    let said = end.lastLine.isEmpty ? "" : ": \(end.lastLine)"
    return "\(words) \(appearance.theme.symbols.dot) status 0\(said)"
  }

  /// What stands before the first line: how much there was that was dropped.
  var wordsForStart: String? {
    guard let first = list.pager[0].item, stream != nil else { return nil }
    // Lines before a filter's first are there, and lines that were dropped may still be in sight.
    let dropped = min(first.id.bytes, file.start)
    return dropped > recordsStart ? "the first \(ByteCount(dropped)) were dropped" : nil
  }

  /// What stands behind the last line: whether more may come.
  var wordsForEnd: String? {
    if filter.source != nil, list.pager.count == 0, heldEnd > 0 { return "no line matches" }
    return switch stream?.state {
    case .arriving?, .paused?: "waiting for more\(appearance.theme.symbols.more)"
    case .ended?: endOfStream
    case .failed(let error)?: error.description
    case nil: nil
    }
  }
}
