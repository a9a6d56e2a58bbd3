import ByteStores
import EventLoop
import Feeds
import FileSources
import Paging
import TableUI
import Terminal

/// The files that stand at the path of a text, one after the other: one that is rewritten is shown, and what is
/// added to it goes on at its end.
final class TextEditions {
  private let text: ShownText
  private let journey: TextJourney
  private let tail: TailFollower
  private let records: TextRecords
  private let loop: MainLoop
  /// Hears of what happens to the file; nil before the first frame.
  private var growth: TextGrowth?
  /// How long the file was when the reader was last told.
  private var seenSize: Int
  /// Whether its path leads nowhere any more.
  private var isGone = false
  /// Whether it is being looked at whether another file is at the path.
  private var isReopening = false

  private var list: ShownText.List { text.list }

  init(
    _ text: ShownText, _ journey: TextJourney, _ tail: TailFollower, _ records: TextRecords,
    in loop: MainLoop
  ) {
    (self.text, self.journey, self.tail, self.records) = (text, journey, tail, records)
    self.loop = loop
    seenSize = text.knownSize
  }

  // MARK: News

  /// Waits for news of the file, from the first frame on, because it costs a start something.
  func watch(_ onNews: @escaping () -> Void) {
    guard growth == nil else { return }
    growth = TextGrowth(of: text.file, text.stream, in: loop, onNews: onNews)
  }

  /// Whether the file has grown; one that is shorter is another, and is looked at.
  func noteSize() -> Bool {
    guard let size = try? text.file.size(), size != text.knownSize else { return false }
    guard size > text.knownSize else {
      reload()
      return false
    }
    text.knownSize = size
    return true
  }

  /// Looks whether the path leads elsewhere by now, or nowhere.
  func notePath() {
    if text.file.isDeleted() { return noteDeletion() }
    isGone = false
    if text.file.isReplaced() { reload() }
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
      if let file = try? await source.file() { self?.adopt(file) }
    }
  }

  // MARK: Another file

  /// Looks at the path again: another file is shown from its start, what was added to this one goes
  /// on at its end.
  func reload() {
    guard !isReopening else { return }
    isReopening = true
    BackgroundExecutor.shared.task { [weak self, source = text.source] in
      do throws(FileError) {
        let file = try await source.reopenedFile()
        self?.isReopening = false
        self?.showReloaded(file)
      } catch {
        self?.isReopening = false
        self?.text.say(Message(error.description, .failure))
      }
    }
  }

  private func showReloaded(_ new: FileStore) {
    guard new.edition == text.file.edition else {
      if adopt(new) { return tail.goOn() }
      list.pager.exchange(text.shownSource)
      return tail.isFollowing ? tail.goToLastLine() : ()
    }
    if case .failed = list.pager.state(of: .refresh) { return list.pager.refresh() }
    guard list.pager.hasLoaded else { return list.pager.refresh() }
    let size = (try? text.file.size()) ?? seenSize
    text.say(Message(news(of: size)))
    seenSize = size
    if list.pager.state(of: .append) != .end { list.pager.paginate() }
  }

  /// What is new of a file that is the same as before.
  private func news(of size: Int) -> String {
    if text.file.isDeleted() { return "the file is gone; this is what it was" }
    return size > seenSize ? "grown by \(ByteCount(size - seenSize))" : "up to date"
  }

  /// Takes another file that is at the path, and says whether its lines follow those of the one before.
  @discardableResult
  private func adopt(_ new: FileStore) -> Bool {
    let old = text.file
    guard new.edition != old.edition else { return false }
    records.endProof()
    let (isSame, end) = (new.isSameFile(as: old), text.end(of: old))
    let goesOn = text.source.holds(end)
    seenSize = (try? new.size()) ?? 0
    if goesOn { tail.noteContinuation(of: old, upTo: end.bytes, by: new, size: seenSize) }
    (text.file, text.knownSize, isGone) = (new, seenSize, false)
    if !goesOn { tail.noteSeen() }
    if text.stream == nil { records.recognize(new) }
    let what = seenSize == 0 ? "the file is empty now" : "changed: reloaded"
    let other = "a new file is at this path" + (goesOn ? ", and follows the old one" : "")
    text.say(Message(isSame ? what : other))
    return goesOn
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
    let (line, byte) = (middleLine, list.visibleItems.first?.id.bytes ?? 0)
    // What becomes of the file meanwhile is the editor's doing.
    isReopening = true
    session.lendTerminal { [loop] takeBack in
      Editor.chosen.edit(path, line: line, in: loop) { [weak self] status in
        takeBack()
        self?.didEdit(status, at: byte)
      }
    }
  }

  private func didEdit(_ status: Int, at byte: Int) {
    guard status == 0 else {
      isReopening = false
      let why = status == 127 ? "there is no such editor" : "it has ended with status \(status)"
      return text.say(Message("\(Editor.chosen.command): \(why)", .failure))
    }
    reopen(at: byte)
  }

  /// Shows the same place of what is at the path now, whose lines may be others.
  private func reopen(at byte: Int) {
    journey.leave()
    journey.follow(
      BackgroundExecutor.shared.task { [weak self, source = text.source] in
        do throws(FileError) {
          let new = try await source.restartedFile()
          let offset = try await source.cursor(atByte: min(byte, try new.size()))
          self?.showEdited(new, at: Task.isCancelled ? nil : offset)
        } catch {
          self?.isReopening = false
          guard !Task.isCancelled else { return }
          self?.journey.giveUp()
          self?.text.say(Message(error.description, .failure))
        }
      })
  }

  /// - Parameter offset: nil where the reader has gone elsewhere meanwhile.
  private func showEdited(_ new: FileStore, at offset: FileOffset?) {
    isReopening = false
    adopt(new)
    guard let offset else { return }
    journey.endSearch()
    list.jump(to: offset.bytes == 0 ? .start : .after(offset))
    text.say(Message("reloaded"))
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
