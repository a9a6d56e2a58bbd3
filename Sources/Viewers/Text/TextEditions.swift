import Bytes
import ByteStores
import EventLoop
import Feeds
import FileSources
import Paging
import TableUI
import Terminal

/// The files that stand at the path of a text, one after the other: one that is rewritten is shown at the reader's
/// line, and what is added to it goes on at its end.
final class TextEditions {
  /// Called when a look in the background has found that the file has grown.
  var onGrowth: () -> Void = {}
  /// Called when another file is shown, before its lines come.
  var onChange: () -> Void = {}

  private let text: ShownText
  private let tail: TailFollower
  private let records: TextRecords
  private let loop: MainLoop
  /// Hears of what happens to the file; nil before the first frame.
  private var growth: TextGrowth?
  /// How long the file was when the reader was last told.
  private var seenSize: Int
  /// Whether its path leads nowhere any more.
  private var isGone = false
  /// A look in the background, and what is to be done after it.
  private var look: Look?
  /// The reader's place, which is looked for in another file.
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

  // MARK: News

  /// Waits for news of the file, from the first frame on, because it costs a start something.
  func watch(_ onNews: @escaping () -> Void) {
    if growth == nil {
      growth = TextGrowth(
        of: text.stream?.packed ?? text.file, text.stream, in: loop, onNews: onNews)
      // Not at once, because a file that is rewritten all the time would be looked at all the time.
      if text.file.edition > 0 {
        loop.after(TextGrowth.pause) { [weak self] in self?.lookAtUnwatched() }
      }
    }
    growth?.poll(tail.isFollowing)
  }

  /// Looks for what has happened to the file after it was opened and before it was watched.
  ///
  /// One without a size says something else each time that it is looked at.
  func lookAtUnwatched() {
    guard text.stream == nil || text.stream?.packed != nil, !text.file.isWithoutSize else { return }
    if look == nil { look(Look()) } else { look?.isRepeated = true }
  }

  /// Whether the file has grown; one that may be another is looked at in the background.
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

  /// Looks whether the path leads nowhere any more.
  func notePath() {
    let file = text.stream?.packed ?? text.file
    if file.isDeleted() { return noteDeletion() }
    isGone = false
    if look == nil, file.isReplaced() { look(Look()) }
  }

  /// The lines stay readable, and another file may come.
  private func noteDeletion() {
    guard !isGone else { return }
    isGone = true
    text.say(Message("the file is gone; this is what it was"))
  }

  /// Lines of another file may have come by now.
  func noteShownFile() {
    guard let line = text.shown.last, line.id.edition > text.file.edition else { return }
    BackgroundExecutor.shared.task { [weak self, source = text.source] in
      let file = try? await source.file()
      guard let self, let file, file.edition > text.file.edition else { return }
      _ = adopt(file)
    }
  }

  /// Shows the file again where a load has failed because its cursor belongs to an earlier file: it went out before the file
  /// was replaced.
  func leaveExpiredPlaces() {
    guard look == nil, place == nil, list.pager.hasExpired else { return }
    place = (ReaderPlace(in: text), nil)
    findPlace()
  }

  // MARK: Looking at the path

  /// A look at the path.
  private struct Look {
    /// Whether the reader is told what came of it.
    var isAsked = false
    /// Whether the file is opened again in any case.
    var opens = false
    /// Whether there was news meanwhile.
    var isRepeated = false
  }

  /// Looks at the path again: another file is shown at the reader's line, what was added to this one goes on at its
  /// end.
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
        self?.text.say(Message(error.description, .failure))
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

  /// What is new of a file that is the same as before.
  private func news(of size: Int) -> String {
    if text.file.isDeleted() { return "the file is gone; this is what it was" }
    return size > seenSize ? "grown by \(ByteCount(size - seenSize))" : "up to date"
  }

  /// Whether the lines in sight stand in the file: of a long one not all was compared, nor of one that was opened just
  /// now.
  private var showsWhatIsHeld: Bool {
    guard text.stream == nil else { return true }
    return text.shown.allSatisfy { line in
      guard line.id.edition == text.file.edition, !line.isAbridged else { return true }
      let range = line.id.bytes..<line.endOffset
      // What cannot be read now is not another text for that.
      guard let bytes = try? text.file.whole(range, cachedOnly: true) else { return true }
      return bytes[...] == line.raw
    }
  }

  // MARK: Another file

  /// Whether the reader's place is still looked for.
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

  /// The reader goes elsewhere before their place is found.
  func giveUpPlace() {
    place?.search?.cancel()
    place = nil
  }

  /// Looks for the reader's place; once more, where more of a stream has come.
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

  /// Takes another file that is at the path, and says whether its lines follow those of the one before.
  private func adopt(_ new: FileStore) -> Bool {
    let old = text.file
    records.endProof()
    let (end, origin) = (text.end(of: old), text.source.origin)
    let goesOn = text.source.holds(end)
    seenSize = (try? new.size()) ?? 0
    if goesOn { tail.noteContinuation(of: old, upTo: end.bytes, by: new, size: seenSize) }
    (text.file, text.stream, text.knownSize, isGone) = (new, origin.stream, seenSize, false)
    if !goesOn { tail.noteOther() }
    // Another stream has other news.
    growth = nil
    onChange()
    if text.stream == nil, records.recognize(new), goesOn { list.pager.exchange(text.shownSource) }
    text.appearance.numbers.begin(with: new)
    text.say(Message(words(of: origin.change, goesOn: goesOn)))
    text.setNeedsDisplay()
    return goesOn
  }

  private func words(of change: FileChange?, goesOn: Bool) -> String {
    switch change {
    case .replaced? where goesOn || tail.isFollowing:
      "rotated: reading the new \(text.file.path.lastPathComponent)"
    case .truncated? where seenSize == 0 || tail.isFollowing: "truncated: reading from its start"
    case .grown?: "grown: unpacking it anew"
    case .replaced?, .truncated?, .rewritten?, nil: "rewritten: reading it anew"
    }
  }

  // MARK: Editing

  var commands: [Command] {
    [
      Command("edit the file at this line", in: .feed, keys: ["v"]) { [weak self] in self?.edit() },
      Command("reload", keys: ["r", "R", .function(5), "^R"], hint: "reload") { [weak self] in
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
      let why = text.stream == nil ? "\(text.file.path) is gone" : "only a file can be edited"
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

  /// What the editor has done to the file may be in parts that are not compared.
  private func didEdit(_ status: Int) {
    guard status != 0 else { return look(Look(opens: true)) }
    let why = status == 127 ? "there is no such editor" : "it has ended with status \(status)"
    text.say(Message("\(Editor.chosen.command): \(why)", .failure))
  }

  /// The number of the line in the middle, where it is known, as less has it.
  private var middleLine: Int? {
    let shown = text.shown
    guard !shown.isEmpty else { return nil }
    let place = shown[(shown.count - 1) / 2].id
    guard text.appearance.numbersRecords != nil else { return text.appearance.numbers[place] }
    guard place.bytes <= Self.mostCounted else { return nil }
    return (try? text.file.lineFeedCount(in: 0..<place.bytes)).map { $0 + 1 }
  }

  /// Bytes in which the lines before a record are counted for an editor: some ten milliseconds.
  private static let mostCounted = 128 << 20
}
