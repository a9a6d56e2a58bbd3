import ByteStores
import EventLoop
import Feeds
import FileSources
import Paging
import TableUI
import Terminal

/// The marks of a text: positions with a letter, which are stored between runs if the text is a
/// file.
final class TextMarks {
  private let text: ShownText
  private let journey: TextJourney
  private let marks: FileMarks
  /// The line numbers of marks that were set in an earlier file at the path.
  private var numbers: [Unicode.Scalar: Int] = [:]
  /// The positions of marks set in this run.
  private var places: [Unicode.Scalar: FileOffset] = [:]
  /// Actions that wait for a jump, such as setting a mark.
  private var pending: [() -> Void] = []
  private var hold = InputHold()

  /// Whether keys wait for the pending actions, because another key may start another jump.
  var holdsInput: Bool {
    hold.holdsInput(while: !pending.isEmpty && journey.message == nil)
  }

  init(_ text: ShownText, _ journey: TextJourney) {
    (self.text, self.journey) = (text, journey)
    marks = FileMarks(keptIn: text.stream == nil ? text.viewer?.marks : nil)
  }

  /// Creates the commands for marks, and those for the ends of the text, which are typed in the
  /// same way.
  ///
  /// - Parameter goToEnd: goes to the last line.
  func commands(goToEnd: @escaping () -> Void) -> [Command] {
    [
      Command("mark the first line on the screen", in: .move, after: .key("m")) {
        [weak self] letter in
        self?.set(letter, at: .leading)
      },
      Command("mark the last line on the screen", in: .move, after: .key("M")) {
        [weak self] letter in
        self?.set(letter, at: .trailing)
      },
      Command("remove a mark", in: .move, after: .key(.alt("m"))) { [weak self] letter in
        self?.set(letter, to: nil)
      },
      Command("go to a mark", in: .move, after: .key("'")) { [weak self] letter in
        self?.go(to: letter, orElse: "no mark '\(letter)': press m\(letter) to set it")
      },
      Command("first line", in: .move, after: .key("'"), keys: ["^"]) { [weak self] in
        self?.journey.goToStart()
      },
      Command("last line", in: .move, after: .key("'"), keys: ["$"], action: goToEnd),
    ]
  }

  /// Sets a mark at the first or last visible line; during a jump, at the line that is the first or
  /// last one after the jump.
  private func set(_ letter: Unicode.Scalar, at edge: Edge) {
    whenThere { [weak self] in
      guard let self else { return }
      let lines = text.list.visibleItems
      guard let line = edge == .leading ? lines.first : lines.last else { return }
      // Marks are offsets in the current file.
      guard line.id.edition == text.file.edition else {
        return text.say(Message("cannot mark this line: its file has been replaced", .accent))
      }
      set(letter, to: line.id.bytes)
      places[letter] = line.id
    }
  }

  /// Performs an action when pending movements are complete.
  func whenThere(_ action: @escaping () -> Void) {
    pending.append(action)
    hold.begin()
    performPending()
  }

  /// Performs the waiting actions if pending movements are complete.
  func performPending() {
    guard !pending.isEmpty, !journey.isOnTheWay, !text.list.tableView.isWaiting else { return }
    let actions = pending
    pending = []
    for action in actions { action() }
  }

  /// Cancels the waiting actions.
  func giveUpPending() { pending = [] }

  /// Converts marks to line numbers, because the file was replaced.
  func keepLines() {
    for (letter, place) in places {
      numbers[letter] = text.appearance.numbers[place] ?? numbers[letter]
    }
    places = [:]
  }

  private func set(_ letter: Unicode.Scalar, to bytes: Int?) {
    (places[letter], numbers[letter]) = (nil, nil)
    text.say(Message(bytes == nil ? "mark '\(letter)' removed" : "mark '\(letter)' set"))
    marks.set(Mark(letter, at: bytes), in: text.file) { [weak self] reason in
      self?.text.say(Message("cannot save the mark: \(reason)", .failure))
    }
  }

  /// Returns to the position before the last jump, or to the position where the last run left the
  /// file.
  func goBack() {
    if !journey.goBack() { go(to: Mark.left, orElse: "no jump to return from") }
  }

  /// Goes to a mark; marks of other runs are read from a file, and therefore in the background.
  private func go(to letter: Unicode.Scalar, orElse refusal: String) {
    if let line = numbers[letter] { return journey.go(toLine: line) }
    journey.leave()
    journey.follow(
      BackgroundExecutor.shared.task { [weak self, marks, file = text.file] in
        let bytes = await marks.bytes(at: letter, in: file)
        if !Task.isCancelled { self?.go(toByte: bytes, orElse: refusal) }
      })
  }

  private func go(toByte byte: Int?, orElse refusal: String) {
    guard let byte else { return journey.arrive(at: nil, orElse: refusal) }
    guard byte <= text.knownSize else {
      return journey.arrive(
        at: nil, orElse: "the mark is beyond the end of the file")
    }
    journey.find { [source = text.source] () async throws(FileError) in
      try await source.cursor(atByte: byte)
    }
  }

  /// Returns the positions of the given marks; nil for a letter that is not set.
  ///
  /// `^` stands for the start of the text, and `$` for its end.
  func places(of letters: [Unicode.Scalar]) async -> [FileOffset?] {
    var places: [FileOffset?] = []
    for letter in letters { places.append(await place(of: letter)) }
    return places
  }

  private func place(of letter: Unicode.Scalar) async -> FileOffset? {
    let file = text.file
    switch letter {
    case "^": return FileOffset(bytes: file.start, edition: file.edition)
    case "$": return text.end(of: file)
    default: break
    }
    if let number = numbers[letter] {
      return try? await text.appearance.numbers.place(of: number) { _ in }
    }
    guard let bytes = await marks.bytes(at: letter, in: file) else { return nil }
    return try? await text.source.cursor(atByte: bytes)
  }

  /// Stores the marks and the position for other runs.
  func keep() throws {
    let first = text.shown.first { $0.id.edition == text.file.edition }
    try marks.keep(leftAt: first?.id.bytes, in: text.file)
  }
}

/// The marks of a file: those of this run, and those that other runs have stored.
final class FileMarks {
  /// The marks set in this run, including removed ones.
  private var own: [Unicode.Scalar: Mark] = [:]
  /// The marks of this run that are not stored yet.
  private var unkept: [Mark] = []
  private let saved: SavedMarks?
  /// An executor with its own thread, because another program may be holding the lock on the stored
  /// marks.
  private lazy var executor = BackgroundExecutor()

  /// - Parameter saved: the stored marks, if any are kept.
  init(keptIn saved: SavedMarks?) { self.saved = saved }

  /// Returns the offset of the marked line; nil if the letter is not set.
  ///
  /// Marks of other runs are read each time, because another run may just have set one.
  func bytes(at letter: Unicode.Scalar, in file: FileStore) async -> Int? {
    if let mark = own[letter] { return mark.bytes }
    guard let saved else { return nil }
    return await withTaskExecutorPreference(executor) {
      await Self.kept(of: file, in: saved)[letter]
    }
  }

  /// Sets or removes a mark.
  ///
  /// - Parameter onFailure: called with the reason if the mark cannot be stored for other runs;
  ///   storing is tried again at the end of the run.
  func set(_ mark: Mark, in file: FileStore, onFailure: @escaping (String) -> Void) {
    own[mark.letter] = mark
    guard let saved else { return }
    unkept = unkept.filter { $0.letter != mark.letter } + [mark]
    executor.task { [weak self] in
      do {
        try await Self.keep(mark, of: file, in: saved)
        self?.unkept.removeAll { $0 == mark }
      } catch {
        onFailure("\(error)")
      }
    }
  }

  /// Stores the remaining marks, and the position where the reader leaves the file; called at the
  /// end of the run or when the text is closed.
  ///
  /// It may block.
  ///
  /// - Throws: an error if they cannot be written.
  func keep(leftAt bytes: Int?, in file: FileStore) throws {
    // If the reader leaves at the start, a position stored by another run is kept.
    let left = bytes.flatMap { $0 > 0 ? Mark(Mark.left, at: $0) : nil }
    let marks = unkept + [left].compactMap { $0 }
    guard let saved, !marks.isEmpty, let name = Self.name(of: file) else { return }
    try saved.keep(marks, of: name)
  }

  @concurrent private static func kept(
    of file: FileStore, in saved: SavedMarks
  ) async -> [Unicode.Scalar: Int] {
    name(of: file).map(saved.marks) ?? [:]
  }

  @concurrent private static func keep(
    _ mark: Mark, of file: FileStore, in saved: SavedMarks
  ) async throws {
    guard let name = name(of: file) else { return }
    try saved.keep([mark], of: name)
  }

  /// Returns the name under which the state of a file is stored: its path.
  nonisolated static func name(of file: FileStore) -> String? {
    file.resolvedPath.map { String(decoding: $0, as: UTF8.self) }
  }
}
