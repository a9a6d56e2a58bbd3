import ByteStores
import EventLoop
import FileSources
import Records

/// The numbers of lines, or of records if these are shown, as far as they are known; they are
/// counted in the background, so that no frame waits for them.
final class LineNumbers {
  /// Called when a number becomes known.
  var onChange: (() -> Void)?
  /// The first of the lines that were numbered most recently.
  private(set) var anchor: FileOffset?

  /// The executor for counting, separate from that for loads, which would otherwise have to wait.
  let executor = BackgroundExecutor()
  private let source: TextFileSource
  private var reading: RecordDecoder?
  /// Whether lines are counted even if there are many.
  var countsAll: Bool
  private var counter: ItemCounter
  /// The number of times that the numbering has changed between lines and records.
  private(set) var changeCount = 0
  private var known: [FileOffset: Int] = [:]
  /// The range of the lines that were numbered most recently.
  private var numbered: ClosedRange<FileOffset>?
  /// The offset up to which lines were counted.
  private var reach = 0
  private var counted: FileOffset?
  private var count: Task<Void, Never>?
  /// The progress of a long count, in percent.
  private(set) var percent: Int?

  /// The maximum number of bytes that are counted automatically, which takes a fifth of a second on
  /// another thread.
  private static let little = 1 << 30
  /// The number of stored numbers after which all are discarded, enough for a screen and the lines
  /// between two screens.
  private static let most = 16_384

  init(_ source: TextFileSource, file: FileStore, countsAll: Bool) {
    self.source = source
    self.countsAll = countsAll
    counter = ItemCounter(of: file)
  }

  /// Numbers records from now on, or lines if `reading` is nil.
  func number(by reading: RecordDecoder?) {
    guard reading?.format != counter.format else { return }
    count?.cancel()
    counter = ItemCounter(of: counter.file, reading)
    self.reading = reading
    (known, numbered, anchor, reach, counted) = ([:], nil, nil, 0, nil)
    changeCount += 1
  }

  /// Starts with another file, whose first line or record has only now become known.
  func begin(with file: FileStore) {
    count?.cancel()
    counter = ItemCounter(of: file, reading)
    known = known.filter { $0.key.edition != file.edition }
    (numbered, anchor, reach, counted) = (nil, nil, 0, nil)
  }

  isolated deinit { count?.cancel() }

  /// The edition of the file that is counted.
  var edition: Int { counter.file.edition }

  /// The number of a line, or of the line to which a piece belongs; nil while it is unknown.
  subscript(place: FileOffset) -> Int? { known[place] }

  /// Numbers consecutive lines: if the number of one line is known, so are the numbers of all
  /// lines.
  ///
  /// If none is known, the number of one line is counted, provided that numbers are wanted or the
  /// cost is small. The lines of each file are numbered from 1.
  func number(contiguous lines: [TextLine]) {
    // Usually, all lines belong to one file; otherwise they belong to consecutive files.
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

  /// Numbers lines that need not be consecutive, each with its own count.
  func number(scattered lines: [TextLine]) {
    // Lines of a newer file are counted by a new counter.
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
      // Lines that could not be counted, for example during a rewrite, are counted with the next
      // frame.
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

  /// Numbers consecutive lines of one file.
  ///
  /// - Parameter isCountable: whether the lines belong to the counted file.
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

  /// Whether the position is the first one after dropped lines or the header; if so, its number is
  /// stored, because it is known without counting.
  private func seeStart(_ place: FileOffset) -> Bool {
    let dropped = counter.file.dropped
    guard place.edition == edition, place.bytes == dropped.bytes,
      let first = counter.firstNumber
    else { return false }
    known[place] = first
    return true
  }

  /// Returns the position of the line or record with the given number; nil if the text has fewer.
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

  /// Returns the position of the line with the given number in the file, even if records are
  /// numbered.
  func place(
    ofLine number: Int, progress: @escaping LineCounter.Progress
  ) async throws(FileError) -> FileOffset? {
    guard reading != nil else { return try await place(of: number, progress: progress) }
    try await renewCounter()
    return try await ItemCounter(of: counter.file).place(of: number, progress: progress)
  }

  /// Returns the number of lines or records.
  func total(progress: @escaping LineCounter.Progress) async throws(FileError) -> Int {
    try await renewCounter()
    return try await counter.total(progress: progress)
  }

  /// Numbers the lines around a line whose number is known.
  ///
  /// Lines after it that were numbered before are skipped, which saves about fifty lookups per
  /// frame.
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

  /// Returns the index of the last line that was numbered together with the line at `start`, or
  /// else `start`.
  ///
  /// A known number of a single line is not enough, because the lines around it may have none.
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

  /// Creates another counter if the path leads to another file now; known numbers of earlier files
  /// are kept.
  private func renewCounter() async throws(FileError) {
    let file = try await source.file()
    guard file.edition != counter.file.edition else { return }
    counter = ItemCounter(of: file, reading)
    (numbered, anchor, reach) = (nil, nil, 0)
  }
}

/// The number of lines of a file once it is known; counted automatically if the cost is small.
final class LineTotal {
  /// Called when the number becomes known.
  var onChange: (() -> Void)?

  private let numbers: LineNumbers
  /// The last count, and the size of the file at that time.
  private var known: (edition: Int, size: Int, lines: Int, changes: Int)?
  private var count: Task<Void, Never>?
  /// The progress of a long count, in percent.
  private(set) var percent: Int?

  /// The maximum number of bytes that are counted automatically, which takes about 25 ms on another
  /// thread if they are in memory.
  private static let little = 128 << 20

  init(_ numbers: LineNumbers) { self.numbers = numbers }

  isolated deinit { count?.cancel() }

  /// Returns the number of lines of a file at the last count; nil if they were not counted.
  func lines(in file: FileStore) -> Int? {
    current.flatMap { $0.edition == file.edition ? $0.lines : nil }
  }

  /// The last count, if its unit (lines or records) is the current one.
  private var current: (edition: Int, size: Int, lines: Int, changes: Int)? {
    known.flatMap { $0.changes == numbers.changeCount ? $0 : nil }
  }

  /// Counts the lines if that is cheap and has not been done yet.
  func request(in file: FileStore, size: Int) {
    let known = current
    let start = known?.edition == file.edition ? known?.size ?? 0 : file.countedStart
    guard count == nil, known?.edition != file.edition || known?.size != size, size >= start,
      size - start <= Self.little
    else { return }
    count = numbers.executor.task { [weak self] in await self?.take(file, size: size) }
  }

  /// Counts the lines regardless of the cost, and returns their number; nil if they cannot be
  /// counted.
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
    // Another file may have been counted in the meantime.
    known = (numbers.edition, size, lines, changes)
    onChange?()
  }

  private func note(_ progress: CountProgress) {
    // The last report may arrive after the end of the count.
    percent = current == nil && progress.done < progress.total ? progress.percent : nil
    onChange?()
  }
}
