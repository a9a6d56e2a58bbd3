import ByteStores
import EventLoop
import FileSources
import Records

/// The numbers of the lines, or of the records where these are shown, as far as they are known: counted in the
/// background, never waited for.
final class LineNumbers {
  /// Called when a number has come.
  var onChange: (() -> Void)?
  /// The last line in sight whose number was known.
  private(set) var anchor: FileOffset?

  /// Where lines are counted: beside the loads, which would wait for a part of it.
  let executor = BackgroundExecutor()
  private let source: TextFileSource
  private var reading: RecordDecoder?
  /// Whether lines are numbered however far they are.
  var countsAll: Bool
  private var counter: ItemCounter
  /// How often something else was numbered.
  private(set) var changeCount = 0
  private var known: [FileOffset: Int] = [:]
  /// The lines that were last given numbers, from the first to the last.
  private var numbered: ClosedRange<FileOffset>?
  /// Bytes up to which lines were counted.
  private var reach = 0
  private var counted: FileOffset?
  private var count: Task<Void, Never>?
  /// How much is counted, in percent, while a long text is.
  private(set) var percent: Int?

  /// Bytes that are counted unasked: a fifth of a second on another thread.
  private static let little = 1 << 30
  /// Numbers held: more than a screen and what is walked over to reach it.
  private static let most = 16_384

  init(_ source: TextFileSource, file: FileStore, countsAll: Bool) {
    self.source = source
    self.countsAll = countsAll
    counter = ItemCounter(of: file)
  }

  /// Numbers the records of the text from now on, or its lines where nil.
  func number(by reading: RecordDecoder?) {
    guard reading?.format != counter.format else { return }
    count?.cancel()
    counter = ItemCounter(of: counter.file, reading)
    self.reading = reading
    (known, numbered, anchor, reach, counted) = ([:], nil, nil, 0, nil)
    changeCount += 1
  }

  /// Numbers another file at the path, of which it is known only now where the first line or record begins.
  func begin(with file: FileStore) {
    count?.cancel()
    counter = ItemCounter(of: file, reading)
    known = known.filter { $0.key.edition != file.edition }
    (numbered, anchor, reach, counted) = (nil, nil, 0, nil)
  }

  isolated deinit { count?.cancel() }

  /// Which of the files at the path is counted.
  var edition: Int { counter.file.edition }

  /// The number of a line, or of the line that a piece belongs to; nil while it is not known.
  subscript(place: FileOffset) -> Int? { known[place] }

  /// Takes note of lines that follow each other: where one's number is known, all are.
  ///
  /// Where none is they are counted, if that is wanted or next to nothing.
  ///
  /// The lines of each file are numbered from 1.
  func number(contiguous lines: [TextLine]) {
    // Nearly always; the lines of a file follow those of the one before it.
    if lines.first?.id.edition == lines.last?.id.edition {
      return number(lines[...], isCountable: true)
    }
    var rest = lines[...]
    while let edition = rest.first?.id.edition {
      let some = rest.prefix { $0.id.edition == edition }
      rest = rest[some.endIndex...]
      number(some, isCountable: rest.isEmpty)
    }
  }

  /// Takes note of lines of which each may be far from the next: each is counted for itself.
  func number(scattered lines: [TextLine]) {
    // Those of another file are counted by another counter, which is made then.
    let missing = lines.map(\.id).filter { known[$0] == nil && $0.edition >= edition }
    guard let first = missing.first, let last = missing.last, counted != last else { return }
    guard countsAll || first.bytes - max(reach, counter.file.countedStart) <= Self.little else {
      return
    }
    counted = last
    count?.cancel()
    count = executor.task { [weak self] in
      try? await self?.renewCounter()
      guard let counter = self?.counter else { return }
      let numbers = await Self.numbers(of: missing, by: counter)
      guard !Task.isCancelled, let self else { return }
      // What could not be counted, as while a file is written, is counted with the next frame.
      if numbers.count < missing.count { counted = nil }
      take(numbers)
    }
  }

  @concurrent private static func numbers(
    of places: [FileOffset], by counter: ItemCounter
  ) async -> [FileOffset: Int] {
    var numbers: [FileOffset: Int] = [:]
    for place in places {
      guard let number = try? await counter.number(of: place) else { break }
      numbers[place] = number
    }
    return numbers
  }

  private func take(_ numbers: [FileOffset: Int]) {
    known.merge(numbers) { $1 }
    reach = max(reach, numbers.keys.map(\.bytes).max() ?? 0)
    onChange?()
  }

  /// - Parameter isCountable: whether they are of the file that is counted.
  private func number(_ lines: ArraySlice<TextLine>, isCountable: Bool) {
    guard let first = lines.first, let last = lines.last else { return }
    let start = lines.firstIndex { known[$0.id] != nil || $0.id.bytes == 0 }
    let isFirst = start == nil && isCountable && seeStart(first.id)
    guard let start = isFirst ? lines.startIndex : start else {
      return isCountable ? find(first.id) : ()
    }
    spread(from: start, over: lines)
    numbered = first.id...last.id
    anchor = first.id
  }

  /// The first line behind what was dropped, or behind the names of columns, need not be counted; says whether it is
  /// that.
  private func seeStart(_ place: FileOffset) -> Bool {
    let dropped = counter.file.dropped
    guard place.edition == edition, place.bytes == dropped.bytes,
      let first = counter.firstNumber
    else { return false }
    known[place] = first
    return true
  }

  /// Where a line or a record begins, or nil if there are fewer.
  func place(
    of number: Int, progress: @escaping LineCounter.Progress
  ) async throws(FileError) -> FileOffset? {
    try await renewCounter()
    let counter = counter
    let place = try await counter.place(of: number, progress: progress)
    if let place, counter.format == self.counter.format {
      known[place] = number
      reach = max(reach, place.bytes)
    }
    return place
  }

  /// Where a line of the file begins, whatever is numbered.
  func place(
    ofLine number: Int, progress: @escaping LineCounter.Progress
  ) async throws(FileError) -> FileOffset? {
    guard reading != nil else { return try await place(of: number, progress: progress) }
    try await renewCounter()
    return try await ItemCounter(of: counter.file).place(of: number, progress: progress)
  }

  /// How many lines or records there are.
  func total(progress: @escaping LineCounter.Progress) async throws(FileError) -> Int {
    try await renewCounter()
    return try await counter.total(progress: progress)
  }

  /// Lines numbered last time are skipped, which saves about fifty look-ups per frame.
  private func spread(from start: Int, over lines: ArraySlice<TextLine>) {
    var number = known[lines[start].id] ?? counter.firstNumber ?? 1
    if known.count > Self.most { (known, numbered) = ([:], nil) }
    known[lines[start].id] = number
    let middle = number
    let from = lastNumbered(lines, from: start)
    number = known[lines[from].id] ?? number
    for index in lines.indices where index > from {
      number += counter.step(over: lines[index - 1])
      known[lines[index].id] = number
    }
    number = middle
    for index in (lines.startIndex..<start).reversed() {
      number -= counter.step(over: lines[index])
      known[lines[index].id] = number
    }
  }

  /// One whose number came alone says nothing of those around it.
  private func lastNumbered(_ lines: ArraySlice<TextLine>, from start: Int) -> Int {
    guard let numbered, numbered.contains(lines[start].id) else { return start }
    return max(start, lines.lastIndex { @Sendable in numbered.contains($0.id) } ?? start)
  }

  private func find(_ place: FileOffset) {
    let known = max(reach, counter.file.countedStart)
    guard countsAll || place.bytes - known <= Self.little, counted != place else { return }
    counted = place
    count?.cancel()
    count = executor.task { [weak self] in
      try? await self?.renewCounter()
      guard let counter = self?.counter,
        let number = try? await counter.number(of: place), !Task.isCancelled
      else { return }
      self?.take(number, of: place)
    }
  }

  private func take(_ number: Int, of place: FileOffset) {
    known[place] = number
    reach = max(reach, place.bytes)
    onChange?()
  }

  /// Another file at the path has other lines; the numbers of those before stay theirs.
  private func renewCounter() async throws(FileError) {
    let file = try await source.file()
    guard file.edition != counter.file.edition else { return }
    counter = ItemCounter(of: file, reading)
    (numbered, anchor, reach) = (nil, nil, 0)
  }
}

/// How many lines a file has, as soon as that is known: counted unasked where it takes next to nothing.
final class LineTotal {
  /// Called when it has come.
  var onChange: (() -> Void)?

  private let numbers: LineNumbers
  /// What was counted last, and how long the file was then.
  private var known: (edition: Int, size: Int, lines: Int, changes: Int)?
  private var count: Task<Void, Never>?
  /// How much is counted, in percent, while a long text is.
  private(set) var percent: Int?

  /// Bytes that are counted unasked: some 25 ms of another thread where they are in memory.
  private static let little = 128 << 20

  init(_ numbers: LineNumbers) { self.numbers = numbers }

  isolated deinit { count?.cancel() }

  /// How many there are in a file as it is now, or were when it was a little shorter.
  func lines(in file: FileStore) -> Int? {
    current.flatMap { $0.edition == file.edition ? $0.lines : nil }
  }

  /// What was counted of what is numbered now.
  private var current: (edition: Int, size: Int, lines: Int, changes: Int)? {
    known.flatMap { $0.changes == numbers.changeCount ? $0 : nil }
  }

  /// Counts where that is next to nothing and not done.
  func request(in file: FileStore, size: Int) {
    let known = current
    let start = known?.edition == file.edition ? known?.size ?? 0 : file.countedStart
    guard count == nil, known?.edition != file.edition || known?.size != size, size >= start,
      size - start <= Self.little
    else { return }
    count = numbers.executor.task { [weak self] in await self?.take(file, size: size) }
  }

  /// Counts whatever it takes.
  func count(in file: FileStore, size: Int) async -> Int? {
    await take(file, size: size)
    return lines(in: file)
  }

  private func take(_ file: FileStore, size: Int) async {
    let changes = numbers.changeCount
    let lines = try? await numbers.total { progress in
      guard progress.isWorthTelling else { return }
      Task { @MainActor [weak self] in self?.note(progress) }
    }
    (count, percent) = (nil, nil)
    guard let lines, changes == numbers.changeCount else { return }
    // Another file may have been counted by now.
    known = (numbers.edition, size, lines, changes)
    onChange?()
  }

  private func note(_ progress: CountProgress) {
    // What is told last may come behind the end.
    percent = current == nil && progress.done < progress.total ? progress.percent : nil
    onChange?()
  }
}
