import Bytes
import ByteStores
import EventLoop
import Feeds
import FileSources
import Paging
import TableUI
import Terminal

/// The successive files at the path of a text: a rewritten file is shown at the same line, and the
/// lines of a file that continues the old one are appended.
final class TextEditions {
  /// Called when a check in the background has found that the file has grown.
  var onGrowth: () -> Void = {}
  /// Called when another file is shown, before its lines are loaded.
  var onChange: () -> Void = {}

  private let text: ShownText
  private let tail: TailFollower
  private let records: TextRecords
  private let loop: MainLoop
  /// The watch of the file; nil until the next layout starts it.
  private var growth: TextGrowth?
  /// The size of the file when the reader was last notified.
  private var seenSize: Int
  /// Whether the file at the path was deleted.
  private var isGone = false
  /// The check of the path that is running in the background, if any.
  private var look: Look?
  /// The reader's position, while it is being looked for in another file.
  private var place: (wanted: ReaderPlace, search: Task<Void, Never>?)?

  private var list: ShownText.List { text.list }

  init(
    _ text: ShownText, _ tail: TailFollower, _ records: TextRecords, in loop: MainLoop
  ) {
    (self.text, self.tail, self.records) = (text, tail, records)
    self.loop = loop
    seenSize = text.knownSize
  }

  isolated deinit { place?.search?.cancel() }

  // MARK: Changes

  /// Starts watching the file, unless it is already watched.
  ///
  /// It is called at each layout. While the end is followed, a file whose changes the system does
  /// not report is checked every second.
  func watch(_ onNews: @escaping () -> Void) {
    if growth == nil {
      growth = TextGrowth(
        of: text.stream?.packed ?? text.file, text.stream, in: loop, onNews: onNews)
      // A file that is rewritten constantly must not be checked constantly.
      if text.file.edition > 0 {
        loop.after(TextGrowth.pause) { [weak self] in self?.lookAtUnwatched() }
      }
    }
    growth?.poll(tail.isFollowing)
  }

  /// Checks for changes that were made after the file was opened and before the watch began.
  ///
  /// A file without a size is skipped, because its content may differ at each read.
  func lookAtUnwatched() {
    guard text.stream == nil || text.stream?.packed != nil, !text.file.isWithoutSize else { return }
    if look == nil { look(Look()) } else { look?.isRepeated = true }
  }

  /// Records the size of the file, and returns whether it has grown; a file that may have been
  /// replaced is checked in the background instead.
  func noteSize() -> Bool {
    guard look == nil else {
      look?.isRepeated = true
      return false
    }
    guard text.source.unchangedFile() === text.file, showsWhatIsHeld else {
      look(Look())
      return false
    }
    return noteGrowth()
  }

  private func noteGrowth() -> Bool {
    guard let size = try? text.file.size(), size > text.knownSize else { return false }
    text.knownSize = size
    return true
  }

  /// Checks whether the file was deleted or replaced.
  func notePath() {
    let file = text.stream?.packed ?? text.file
    if file.isDeleted() { return noteDeletion() }
    isGone = false
    if look == nil, file.isReplaced() { look(Look()) }
  }

  /// Reports a deletion; the lines stay readable, and another file may appear.
  private func noteDeletion() {
    guard !isGone else { return }
    isGone = true
    text.say(Message("the file no longer exists; showing its last contents"))
  }

  /// Switches to a newer file if the list has already loaded lines from it.
  func noteShownFile() {
    guard let line = text.shown.last, line.id.edition > text.file.edition else { return }
    BackgroundExecutor.shared.task { [weak self, source = text.source] in
      let file = try? await source.file()
      guard let self, let file, file.edition > text.file.edition else { return }
      _ = adopt(file)
    }
  }

  /// Shows the file again after a load has failed with a cursor of an earlier file, because the
  /// file was replaced after the request.
  func leaveExpiredPlaces() {
    guard look == nil, place == nil, list.pager.hasExpired else { return }
    place = (ReaderPlace(in: text), nil)
    findPlace()
  }

  // MARK: Checking the path

  /// A check of the path.
  private struct Look {
    /// Whether the reader has requested the check and gets a message.
    var isAsked = false
    /// Whether the file is reopened even if it is unchanged.
    var opens = false
    /// Whether the file may have changed again during the check.
    var isRepeated = false
  }

  /// Checks the path: a replaced file is shown at the same line, and the lines of a file that
  /// continues the old one are appended.
  func reload() {
    if look == nil { look(Look(isAsked: true)) } else { look?.isAsked = true }
  }

  private func look(_ new: Look) {
    look = new
    BackgroundExecutor.shared.task { [weak self, source = text.source] in
      do throws(FileError) {
        let file = try await new.opens ? source.restartedFile() : source.reopenedFile()
        self?.didLook(at: file)
      } catch {
        self?.look = nil
        self?.text.report(error)
      }
    }
  }

  private func didLook(at file: FileStore) {
    guard let done = look else { return }
    look = nil
    if file.edition != text.file.edition {
      show(file)
    } else if !showsWhatIsHeld {
      return look(Look(opens: true))
    } else if done.isAsked {
      goOnAtEnd()
    } else if noteGrowth() {
      onGrowth()
    }
    if done.isRepeated { look(Look()) }
  }

  private func goOnAtEnd() {
    if case .failed = list.pager.state(of: .refresh) { return list.pager.refresh() }
    guard list.pager.hasLoaded else { return list.pager.refresh() }
    let size = (try? text.file.size()) ?? seenSize
    text.say(Message(news(of: size)))
    seenSize = size
    if noteGrowth() { onGrowth() }
    if list.pager.state(of: .append) != .end { list.pager.paginate() }
  }

  /// Returns a message about changes to a file that was not replaced.
  private func news(of size: Int) -> String {
    if text.file.isDeleted() { return "the file no longer exists; showing its last contents" }
    return size > seenSize ? "grew by \(ByteCount(size - seenSize))" : "up to date"
  }

  /// Whether the visible lines are still in the file.
  ///
  /// The result may be true by mistake for a long file, or for one that was just opened: bytes that
  /// are not cached are not compared.
  private var showsWhatIsHeld: Bool {
    guard text.stream == nil else { return true }
    return text.shown.allSatisfy { line in
      guard line.id.edition == text.file.edition, !line.isAbridged else { return true }
      let range = line.id.bytes..<line.endOffset
      // A part that cannot be read does not count as different.
      guard let bytes = try? text.file.whole(range, cachedOnly: true) else { return true }
      return bytes[...] == line.raw
    }
  }

  // MARK: Another file

  /// Whether the reader's position is still being looked for.
  var isLookingForPlace: Bool { place != nil }

  private func show(_ new: FileStore) {
    let wanted = place?.wanted ?? ReaderPlace(in: text)
    if adopt(new) { return tail.goOn() }
    giveUpPlace()
    guard !tail.isFollowing else {
      list.pager.exchange(text.shownSource)
      return tail.goToLastLine()
    }
    place = (wanted, nil)
    findPlace()
  }

  /// Stops looking for the reader's position, because the reader moves elsewhere.
  func giveUpPlace() {
    place?.search?.cancel()
    place = nil
  }

  /// Looks for the reader's position; called again when more of a stream has arrived.
  func findPlace() {
    guard let wanted = place?.wanted, place?.search == nil else { return }
    guard let line = wanted.line ?? (wanted.fraction > 0 ? .max : nil), line > 1 else {
      return show(at: nil)
    }
    text.stream?.requestBytes(upTo: .max)
    let numbers = text.appearance.numbers
    place?.search = numbers.executor.task { [weak self, source = text.source] in
      let found = try? await numbers.place(of: line) { _ in }
      guard let self, !Task.isCancelled else { return }
      guard found != nil || !text.isArriving else {
        place?.search = nil
        return
      }
      let start = found.map(\.bytes)
      let offset =
        start == nil
        ? try? await source.cursor(at: wanted.fraction)
        : try? await source.cursor(atByte: start ?? 0)
      if !Task.isCancelled { show(at: offset) }
    }
  }

  private func show(at offset: FileOffset?) {
    place = nil
    let isStart = (offset?.bytes ?? 0) <= text.file.start
    list.open(text.shownSource, at: offset.map { isStart ? .start : .after($0) } ?? .start)
    text.setNeedsDisplay()
  }

  /// Switches to another file at the path, and returns whether it continues the lines of the old
  /// one.
  private func adopt(_ new: FileStore) -> Bool {
    let old = text.file
    records.endProof()
    let (end, origin) = (text.end(of: old), text.source.origin)
    let goesOn = text.source.holds(end)
    seenSize = (try? new.size()) ?? 0
    if goesOn { tail.noteContinuation(of: old, upTo: end.bytes, by: new, size: seenSize) }
    (text.file, text.stream, text.knownSize, isGone) = (new, origin.stream, seenSize, false)
    if !goesOn { tail.noteOther() }
    // The new file needs another watch.
    growth = nil
    onChange()
    if text.stream == nil, records.recognize(new), goesOn { list.pager.exchange(text.shownSource) }
    text.appearance.numbers.begin(with: new)
    let message = words(of: origin.change, goesOn: goesOn).map { Message($0) }
    if let message = text.filter.missingColumn ?? message { text.say(message) }
    text.setNeedsDisplay()
    return goesOn
  }

  /// Returns a message about another file; nil if the reader follows a file that has only grown.
  private func words(of change: FileChange?, goesOn: Bool) -> String? {
    switch change {
    case .replaced? where goesOn || tail.isFollowing:
      "rotated: reading the new \(text.file.path.lastPathComponent)"
    case .truncated? where seenSize == 0 || tail.isFollowing: "truncated: reading from the start"
    case .grown? where tail.isFollowing: nil
    case .grown?:
      "grew: \(text.stream?.compression == nil ? "decoding" : "unpacking") it again"
    case .replaced?, .truncated?, .rewritten?, nil: "changed: reading it again"
    }
  }

  // MARK: Editing

  var commands: [Command] {
    [
      Command("edit the file at this line", in: .feed, keys: ["v"]) { [weak self] in self?.edit() },
      Command("refresh", keys: ["r", "R", .function(5), "^R"], hint: "refresh") { [weak self] in
        self?.reload()
      },
    ]
  }

  private func edit() {
    if let refusal = text.viewer?.options.restriction?.message("editing") {
      return text.say(refusal)
    }
    guard text.stream == nil, let path = text.file.resolvedPath, let session = text.viewer?.session
    else {
      let why =
        text.stream == nil ? "\(text.file.path) no longer exists" : "only a file can be edited"
      return text.say(Message(why, .accent))
    }
    let line = middleLine
    session.lendTerminal { [loop] takeBack in
      Editor.chosen.edit(path, line: line, in: loop) { [weak self] status in
        takeBack()
        self?.didEdit(status)
      }
    }
  }

  /// Reloads the file, because the editor may have changed parts of it that are not compared.
  private func didEdit(_ status: Int) {
    guard status != 0 else { return look(Look(opens: true)) }
    let why = status == 127 ? "command not found" : "exited with status \(status)"
    text.say(Message("\(Editor.chosen.command): \(why)", .failure))
  }

  /// The number of the middle visible line, where the editor opens the file, as in less; nil if it
  /// is not known.
  private var middleLine: Int? {
    let shown = text.shown
    guard !shown.isEmpty else { return nil }
    let place = shown[(shown.count - 1) / 2].id
    guard text.appearance.numbersRecords != nil else { return text.appearance.numbers[place] }
    guard place.bytes <= Self.mostCounted else { return nil }
    return (try? text.file.lineFeedCount(in: 0..<place.bytes)).map { $0 + 1 }
  }

  /// The maximum number of bytes before a record in which lines are counted for an editor, which
  /// takes about ten milliseconds.
  private static let mostCounted = 128 << 20
}
