import ByteStores
import EventLoop
import Feeds
import FileSources
import Glibc
import Processes
import Records
import Synchronization
import TableUI
import Terminal

/// Saving what is shown of a text: `:w FILE`, `:w! FILE`, `:w FILE a b` from one mark to another, `:w |COMMAND`.
final class TextSaving {
  private let text: ShownText
  private let marks: TextMarks
  /// What is written now.
  private var writing: Task<Void, Never>?
  /// How far that is, in percent.
  private var percent = 0
  private var name = SafeText("")

  init(_ text: ShownText, _ marks: TextMarks) {
    (self.text, self.marks) = (text, marks)
    // Who types `:w FILE` and `q` wants the file.
    text.viewer?.atEnd { [weak self] in self?.finish() }
  }

  var commands: [Command] {
    [
      Command(
        "stop writing", in: .feed, keys: [.escape, "^C"],
        isEnabled: { [weak self] in self?.writing != nil }
      ) { [weak self] in self?.stop() },
      Command(
        "save what is shown, w! over a file", in: .feed, line: "w FILE",
        fits: { SaveRequest.fits($0) }
      ) { [weak self] in self?.save($0) },
    ]
  }

  /// What the status line says while something is written.
  var message: Message? {
    guard writing != nil else { return nil }
    let dot = text.appearance.theme.symbols.dot
    let share = percent > 0 ? " \(dot) \(percent)%" : ""
    return Message("writing \(name)\(share) \(dot) Esc stops")
  }

  private func stop() {
    writing?.cancel()
    end(with: Message("stopped: nothing was written"))
  }

  private func end(with message: Message) {
    (writing, percent) = (nil, 0)
    text.say(message)
    text.setNeedsDisplay()
  }

  private func finish() {
    guard writing != nil, let loop = text.viewer?.loop else { return }
    text.viewer?.keep { try loop.run { writing == nil } }
  }

  // MARK: What is asked

  private func save(_ line: String) {
    if let refusal = text.viewer?.options.restriction?.message("writing files") {
      return text.say(refusal)
    }
    guard writing == nil else { return text.say(Message("\(name) is still written", .accent)) }
    guard let request = SaveRequest(line) else {
      return text.say(Message(":w needs a name: :w FILE, or :w |COMMAND", .failure))
    }
    text.performPendingInput()
    text.stream?.requestBytes(upTo: .max)
    name = SafeText(request.name)
    writing = Task { [weak self] in
      let places = await self?.marks.places(of: request.marks) ?? []
      guard let self, !Task.isCancelled else { return }
      for (letter, place) in zip(request.marks, places) where place == nil {
        return end(with: Message("no mark '\(letter)': m\(letter) sets it", .failure))
      }
      await write(request, SavedPart(text, from: places.compactMap { $0 }.sorted()))
    }
  }

  private func write(_ request: SaveRequest, _ part: SavedPart) async {
    switch request.target {
    case .file(let path, let replaces):
      let steps = ProgressSteps()
      let result = await part.save(to: path, replacing: replaces) { [weak self] progress in
        guard steps.isStep(progress) else { return }
        Task { @MainActor in self?.note(progress) }
      }
      guard !Task.isCancelled else { return }
      switch result {
      case .success(let written): end(with: Message("wrote \(words(written)) to \(name)"))
      case .failure(let failure): end(with: Message(failure.text, .failure))
      }
    case .command(let command): give(part, to: command)
    }
  }

  private func note(_ progress: CountProgress) {
    guard writing != nil, progress.percent > percent else { return }
    percent = min(99, progress.percent)
    text.setNeedsDisplay()
  }

  private func words(_ written: SavedPart.Written) -> String {
    let one = text.hasEntries && text.filter.source != nil ? "record" : text.appearance.itemName
    let count =
      written.isAll ? "all" : "\(written.count.grouped) \(one)\(written.count == 1 ? "" : "s")"
    let part = written.isArriving ? " that came so far" : ""
    return "\(count)\(part), \(ByteCount(written.size)),"
  }

  // MARK: A command

  /// Gives it to a command that has the terminal meanwhile; what that says stays until a key.
  private func give(_ part: SavedPart, to command: String) {
    guard let session = text.viewer?.session, let loop = text.viewer?.loop else { return }
    session.lendTerminal { takeBack in
      let process = ShellInput.start(command) { descriptor in
        BackgroundExecutor.shared.task { await part.give(to: descriptor) }
      }
      guard let process else {
        takeBack()
        return end(with: Message("\(name) cannot be started", .failure))
      }
      loop.whenEnded(process) { [weak self] in
        let status = ProgramLaunch.wait(for: process)
        takeBack()
        self?.end(
          with: status == 0
            ? Message("\(self?.name ?? "") is done")
            : Message("\(self?.name ?? "") has ended with status \(status)", .failure))
      }
    }
  }
}

/// Where a progress has come, in percent: a reader is told only what is new.
nonisolated private final class ProgressSteps: Sendable {
  private let percent = Atomic(0)

  func isStep(_ progress: CountProgress) -> Bool {
    let now = progress.percent
    return percent.exchange(now, ordering: .relaxed) < now
  }
}

/// What is typed behind `:`, read.
nonisolated struct SaveRequest: Equatable {
  /// Where to.
  enum Target: Equatable {
    case file(String, replaces: Bool)
    case command(String)
  }

  let target: Target
  /// The marks of the first and the last line; none for all lines.
  private(set) var marks: [Unicode.Scalar] = []

  /// As messages call it.
  var name: String {
    switch target {
    case .file(let path, _): path
    case .command(let command): command
    }
  }

  /// Whether a line asks for it, if perhaps without a name.
  static func fits(_ line: String) -> Bool {
    guard line.first == "w" else { return false }
    return line.dropFirst().first.map { " !|".contains($0) } ?? true
  }

  /// Reads `w FILE`, `w! FILE`, `w FILE a b` and `w |COMMAND`; nil of what has no name.
  ///
  /// A name that ends with two letters like marks stands in double quotes.
  init?(_ line: String) {
    var rest = Substring(line.dropFirst())
    let replaces = rest.first == "!"
    rest = (replaces ? rest.dropFirst() : rest).drop(while: \.isWhitespace)
    while rest.last?.isWhitespace ?? false { rest.removeLast() }
    if rest.first == "|" {
      let command = rest.dropFirst().drop(while: \.isWhitespace)
      guard !command.isEmpty else { return nil }
      target = .command(String(command))
      return
    }
    if let (name, marks) = Self.marks(behind: rest) { (rest, self.marks) = (name, marks) }
    if rest.count > 2, rest.first == "\"", rest.last == "\"" { rest = rest.dropFirst().dropLast() }
    guard !rest.isEmpty else { return nil }
    target = .file(Self.expanded(String(rest)), replaces: replaces)
  }

  /// The name before two letters, which are marks.
  private static func marks(behind text: Substring) -> (Substring, [Unicode.Scalar])? {
    let words = text.split(whereSeparator: \.isWhitespace)
    guard words.count > 2 else { return nil }
    let marks = words.suffix(2).compactMap { word in
      word.unicodeScalars.count == 1
        ? word.unicodeScalars.first.flatMap { isMark($0) ? $0 : nil } : nil
    }
    guard marks.count == 2 else { return nil }
    return (text[..<words[words.count - 3].endIndex], marks)
  }

  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "^" || scalar == "$" || scalar.isASCII && scalar.properties.isAlphabetic
  }

  /// A name with what `~` stands for, as a shell has it.
  private static func expanded(_ name: String) -> String {
    guard name == "~" || name.hasPrefix("~/"), let home = Environment.value("HOME") else {
      return name
    }
    return home + name.dropFirst()
  }
}

/// What is saved of a text: its items, and how they are written.
nonisolated private struct SavedPart: Sendable {
  /// What came of it.
  struct Written: Sendable {
    /// How many items; 0 where all bytes were only copied.
    let count: Int
    let size: Int
    let isAll: Bool
    let isArriving: Bool
  }

  private let items: ShownItems
  private let file: FileStore
  private let packed: FileStore?
  private let head: RecordHead?
  private let columns: [String]?
  private let range: [FileOffset]
  private let isAll: Bool
  /// Whether more of the text may come, which is not waited for.
  private let isArriving: Bool

  /// - Parameter range: where the first item begins and the last one; empty for all.
  @MainActor init(_ text: ShownText, from range: [FileOffset]) {
    let filter = text.filter
    // A packed file has an end, which is waited for; another stream may never have one.
    items = ShownItems(
      text.source, text.file, text.stream?.packed == nil ? nil : text.stream, filter.conditions,
      context: filter.context, on: text.finder.executors)
    isArriving = text.isArriving && text.stream?.packed == nil
    (file, packed, self.range) = (text.file, text.stream?.packed, range)
    head = text.appearance.columns.map {
      RecordHead(reading: $0.reading, names: $0.headNames, start: $0.recordsStart)
    }
    columns = text.viewer?.options.columns
    isAll = range.isEmpty && filter.source == nil
  }

  @concurrent func save(
    to path: String, replacing replaces: Bool, progress: @escaping LineCounter.Progress
  ) async -> Result<Written, Failure> {
    do {
      let read = [file, packed].compactMap { $0 }
      let saved = try SavedFile(at: path, replacing: replaces, whileReading: read)
      let count = try await write(progress) { bytes in
        try saved.write(bytes)
        return true
      }
      if Task.isCancelled { throw FileError.cancelled }
      try saved.commit()
      return .success(Written(count: count, size: saved.size, isAll: isAll, isArriving: isArriving))
    } catch {
      return .failure(Failure(error))
    }
  }

  /// Writes to a pipe until all is written or its reader has closed it, and closes it then.
  @concurrent func give(to descriptor: Int32) async {
    _ = try? await write({ _ in }) { bytes in
      DescriptorOutput.write(bytes, to: descriptor).error == 0
    }
    close(descriptor)
  }

  private func write(
    _ progress: @escaping LineCounter.Progress, to output: @escaping ShownItems.Output
  ) async throws -> Int {
    try await ItemsForm(
      items, of: file, head, called: file.path, columns: columns, to: output
    ).write(from: range.first, through: range.last, progress: progress)
  }
}
