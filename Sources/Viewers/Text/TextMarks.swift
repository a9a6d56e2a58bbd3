import ByteStores
import EventLoop
import Feeds
import FileSources
import Paging
import TableUI
import Terminal

/// Marks: places with a letter, which are kept from one run to the next where the file is at a path.
final class TextMarks {
  private let text: ShownText
  private let journey: TextJourney
  private let marks: FileMarks
  /// The lines of marks that were set in an earlier file at the path.
  private var numbers: [Unicode.Scalar: Int] = [:]
  /// Where the marks of this run are set.
  private var places: [Unicode.Scalar: FileOffset] = [:]
  /// What is to be done where the reader is on the way to, as setting a mark.
  private var pending: [() -> Void] = []
  private var hold = InputHold()

  /// Whether keys wait for what is still to be done here: the next one may lead elsewhere.
  var holdsInput: Bool {
    hold.holdsInput(while: !pending.isEmpty && journey.message == nil)
  }

  init(_ text: ShownText, _ journey: TextJourney) {
    (self.text, self.journey) = (text, journey)
    marks = FileMarks(keptIn: text.stream == nil ? text.viewer?.marks : nil)
  }

  /// The keys of marks, and those to the ends that go on like them.
  ///
  /// - Parameter goToEnd: goes to the last line.
  func commands(goToEnd: @escaping () -> Void) -> [Command] {
    [
      Command("mark the first line in sight", in: .move, after: .key("m")) { [weak self] letter in
        self?.set(letter, at: .leading)
      },
      Command("mark the last line in sight", in: .move, after: .key("M")) { [weak self] letter in
        self?.set(letter, at: .trailing)
      },
      Command("forget a mark", in: .move, after: .key(.alt("m"))) { [weak self] letter in
        self?.set(letter, to: nil)
      },
      Command("go to a mark", in: .move, after: .key("'")) { [weak self] letter in
        self?.go(to: letter, orElse: "no mark '\(letter)': m\(letter) sets it")
      },
      Command("first line", in: .move, after: .key("'"), keys: ["^"]) { [weak self] in
        self?.journey.goToStart()
      },
      Command("last line", in: .move, after: .key("'"), keys: ["$"], action: goToEnd),
    ]
  }

  /// Marks the first or the last line in sight; on the way to another place those that are in sight there.
  private func set(_ letter: Unicode.Scalar, at edge: Edge) {
    whenThere { [weak self] in
      guard let self else { return }
      let lines = text.list.visibleItems
      guard let line = edge == .leading ? lines.first : lines.last else { return }
      set(letter, to: line.id.bytes)
      places[letter] = line.id
    }
  }

  /// Does something once the reader is where the keys before it lead.
  func whenThere(_ action: @escaping () -> Void) {
    pending.append(action)
    hold.begin()
    performPending()
  }

  /// Does what waited for a place.
  func performPending() {
    guard !pending.isEmpty, !journey.isOnTheWay, !text.list.tableView.isWaiting else { return }
    let actions = pending
    pending = []
    for action in actions { action() }
  }

  /// Forgets what waits for a place.
  func giveUpPending() { pending = [] }

  /// Another file is at the path, where a mark means the line of the same number.
  func keepLines() {
    for (letter, place) in places {
      numbers[letter] = text.appearance.numbers[place] ?? numbers[letter]
    }
    places = [:]
  }

  private func set(_ letter: Unicode.Scalar, to bytes: Int?) {
    (places[letter], numbers[letter]) = (nil, nil)
    text.say(Message(bytes == nil ? "no mark '\(letter)' any more" : "mark '\(letter)' set"))
    marks.set(Mark(letter, at: bytes), in: text.file) { [weak self] reason in
      self?.text.say(Message("the mark is not kept: \(reason)", .failure))
    }
  }

  /// Goes back to before the last jump, or to where the last run has left the file.
  func goBack() {
    if !journey.goBack() { go(to: Mark.left, orElse: "there was no jump to go back from") }
  }

  /// Marks of other runs are read from a file, and so in the background.
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
        at: nil, orElse: "that line was beyond the end of the file as it is now")
    }
    journey.find { [source = text.source] () async throws(FileError) in
      try await source.cursor(atByte: byte)
    }
  }

  /// Where the lines of some marks begin; nil for a letter that marks none.
  ///
  /// `^` and `$` are the first line and the last.
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

  /// Keeps the marks and the place for other runs.
  func keep() throws { try marks.keep(leftAt: text.shown.first?.id.bytes, in: text.file) }
}

/// The marks of one file: those of this run, and those that any other run has kept.
final class FileMarks {
  /// What was set in this run, forgotten marks too.
  private var own: [Unicode.Scalar: Mark] = [:]
  /// Those of them that are not kept yet.
  private var unkept: [Mark] = []
  private let saved: SavedMarks?
  /// A thread of its own, because another program may hold the kept marks for a moment.
  private lazy var executor = BackgroundExecutor()

  /// - Parameter saved: where they are kept, if they are.
  init(keptIn saved: SavedMarks?) { self.saved = saved }

  /// The bytes before the line that a letter marks; nil where it marks none.
  ///
  /// Those of other runs are read each time, because one of them may have set it just now.
  func bytes(at letter: Unicode.Scalar, in file: FileStore) async -> Int? {
    if let mark = own[letter] { return mark.bytes }
    guard let saved else { return nil }
    return await withTaskExecutorPreference(executor) {
      await Self.kept(of: file, in: saved)[letter]
    }
  }

  /// Sets a mark, or forgets it.
  ///
  /// - Parameter onFailure: told why it cannot be kept for other runs; it is tried again at the end.
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

  /// Keeps what is not kept yet, and where the reader leaves the file; called at the end, and waits.
  ///
  /// - Throws: what the system says where nothing can be written.
  func keep(leftAt bytes: Int?, in file: FileStore) throws {
    // Who leaves at the start leaves what another run has kept.
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

  /// What is kept of a file is kept under this: its path, whatever it was opened by.
  nonisolated static func name(of file: FileStore) -> String? {
    file.resolvedPath.map { String(decoding: $0, as: UTF8.self) }
  }
}
