import ByteStores
import Feeds
import FileSources
import Paging
import TableUI

/// The end of a text that grows: it is followed, or what has come there is counted.
final class TailFollower {
  /// How many lines below the screen are enough for a while.
  private static let enoughBelow = 100
  /// Bytes below what is held that are left out on the way to the end: more than a page of lines.
  private static let farBehind = 32 << 10

  private let text: ShownText
  private let journey: TextJourney
  private let newLines: NewLines
  private var following = Following.off {
    didSet { text.source.keepEarlierEditions(following != .off) }
  }
  /// Whether the reader is on the way to the end, wherever that is by now.
  private var landsAtEnd = false
  /// How long the text was when rows in sight were loaded again.
  private var reloadedSize: Int?
  /// What the row at the end said last.
  private var lastEndRowText: String?

  private var list: ShownText.List { text.list }

  init(_ text: ShownText, _ journey: TextJourney) {
    (self.text, self.journey) = (text, journey)
    newLines = NewLines(text.appearance.numbers.executor)
    newLines.onChange = { [weak text] in text?.setNeedsDisplay() }
    // Of a stream nothing is new before its end was seen once.
    if text.stream == nil { noteSeen() }
  }

  var isFollowing: Bool { following == .on }

  // MARK: Following

  /// Follows the end from now on.
  func follow() { following = .on }

  /// Shows no more of what comes, until the reader is at the end again.
  ///
  /// - Parameter isHeld: whether the end in sight does not go on: a match there is looked at.
  func pause(isHeld: Bool = false) {
    guard following == .on || isHeld && following == .paused else { return }
    if following == .on { noteSeen() }
    following = isHeld ? .held : .paused
  }

  /// Gives up the way to the end.
  func giveUpLanding() { landsAtEnd = false }

  /// Goes to the end; what still arrives is followed there.
  func goToEnd() {
    let follows = text.isArriving || following != .off
    journey.noteDeparture()
    journey.leave()
    journey.endOpening()
    if follows { following = .on }
    goToLastLine()
  }

  /// Goes to the end, and to what has come there that is not held.
  func goToLastLine() {
    // What has come may not have been told yet.
    if let size = try? text.file.size() { text.knownSize = max(text.knownSize, size) }
    guard text.showsFile else { return list.open(text.shownSource, at: .end) }
    let isHeld = list.pager.hasLoaded && list.pager.reaches(.trailing)
    // A jump asks for what is there now.
    landsAtEnd = isHeld && text.heldEnd < text.knownSize
    if isHeld { list.goToEnd() } else { list.jump(to: .end) }
  }

  /// Stays at the end, unless the reader has moved up since the last frame.
  func followOn() {
    guard following == .on || landsAtEnd, list.pager.hasLoaded, !journey.isOnTheWay,
      !list.tableView.hasMovedUp
    else { return }
    if text.heldEnd >= text.knownSize { landsAtEnd = false }
    if !list.pager.reaches(.trailing) {
      list.jump(to: .end)
    } else if list.pager.count > 0, list.pager.state(of: .append) != .loading || text.stream != nil
    {
      // What is loading is shown when it has come, because its row would come and go.
      list.tableView.scrollToEnd()
    }
  }

  /// A movement up that leads away from the end pauses, once it is made; it may have waited for a jump.
  func noteMovement() {
    guard list.tableView.hasMovedUp, !journey.isOnTheWay, !list.tableView.isWaiting else { return }
    list.tableView.hasMovedUp = false
    if following == .on, !text.showsEnd { pause() }
  }

  // MARK: What has come

  /// Another file is read, of which only what comes later is new.
  func noteOther() { text.knownSize == 0 ? newLines.forget() : noteSeen() }

  /// What ends where the file does now was seen, and is not new.
  func noteSeen() { newLines.begin(in: text.file, at: text.knownSize) }

  /// Another file follows, whose lines go on with those of the one before.
  func noteContinuation(of old: FileStore, upTo end: Int, by new: FileStore, size: Int) {
    newLines.count(in: old, upTo: end)
    newLines.count(in: new, upTo: size)
  }

  /// The file has grown.
  func noteGrowth() {
    switch following {
    case .on: loadGrowth()
    case .off, .paused, .held: newLines.count(in: text.file, upTo: text.knownSize)
    }
  }

  /// Goes on at what is held, or where that is far behind leaves out what lies between.
  private func loadGrowth() {
    guard !journey.isOnTheWay, list.pager.hasLoaded else { return }
    if text.heldEnd + Self.farBehind < text.knownSize {
      list.jump(to: .before(FileOffset(bytes: text.knownSize, edition: text.file.edition)))
    } else if list.pager.reaches(.trailing) {
      loadBelow()
    }
  }

  /// Loads what has come; with the rows in sight where some of the last belong to a record whose quote may be closed now.
  private func loadBelow() {
    guard text.hasOpenRow, reloadedSize != text.knownSize, let first = text.shown.first?.id else {
      return list.pager.paginate()
    }
    reloadedSize = text.knownSize
    list.open(text.shownSource, at: .after(first))
  }

  /// Goes on with the rest of an earlier file, and with the new one.
  func goOn() {
    guard !journey.isOnTheWay, list.pager.hasLoaded, list.pager.reaches(.trailing) else { return }
    list.pager.paginate()
  }

  /// Loads what has come below what is held, where a reader is near it; what they have seen is not new.
  ///
  /// - Parameter mayAsk: not before the first frame is out, which needs the processor.
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

  /// What has failed is not tried again each frame.
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
      Command("follow the end, on and off", in: .move, keys: ["F"]) { [weak self] in
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

  // MARK: Words

  /// What the status line says of it.
  var message: Message? {
    let state = text.stream?.state
    switch following {
    case .on: return state == .ended ? nil : Message("following", .accent)
    case .off, .paused, .held:
      guard newLines.number > 0 else {
        let isPaused = following != .off && state != .ended
        return isPaused ? Message("following paused", .accent) : nil
      }
      let number = list.grouped(newLines.number) + (newLines.isCounted ? "" : "+")
      let lines = newLines.number == 1 ? "line" : "lines"
      return Message("\(number) new \(lines) \(text.appearance.theme.symbols.down)", .accent)
    }
  }

  /// Makes the row at the end again where it says something else.
  func renewEndRow() {
    let words = wordsForEnd
    guard words != lastEndRowText else { return }
    lastEndRowText = words
    list.tableView.reloadData()
  }

  /// What stands behind the last line: whether more may come.
  var wordsForEnd: String? {
    if text.filter.source != nil, list.pager.count == 0, text.heldEnd > 0 {
      let dot = text.appearance.theme.symbols.dot
      return "no \(list.itemNames.one) matches \(dot) Esc takes the last filter off"
    }
    return switch text.stream?.state {
    case .arriving?, .paused?: "waiting for more\(text.appearance.theme.symbols.more)"
    case .ended?: endOfStream
    case .failed(let error)?: error.description
    case nil: nil
    }
  }

  private var endOfStream: String {
    let words = list.pager.count == 0 ? "nothing came" : "end"
    guard let end = text.stream?.commandEnd else { return words }
    let said = end.lastLine.isEmpty ? "" : ": \(end.lastLine)"
    return "\(words) \(text.appearance.theme.symbols.dot) status 0\(said)"
  }
}

/// Whether a text stays at its end as that grows.
enum Following {
  /// What comes is counted, not shown.
  case off
  /// What comes is shown.
  case on
  /// The reader has moved up; coming to the end goes on.
  case paused
  /// A match was found; only a key goes on.
  case held
}
