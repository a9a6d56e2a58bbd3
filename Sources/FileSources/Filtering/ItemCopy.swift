public import ByteStores
import Bytes

/// A copy of the lines or other items of a file that meet conditions, unchanged and in order.
///
///     let copy = ItemCopy(conditions, of: file, on: executors)
///     let count = try await copy.run { try output.write($0) }
///
/// The file is searched in stretches of 2 MiB, on as many threads as there are executors. Only a
/// few finished stretches wait to be written. Each of them holds at most 3 MiB, even if it contains
/// a longer line, because such a line is copied from the file. Elements of a JSON array are not
/// supported.
public struct ItemCopy: Sendable {
  /// A function that receives bytes, which are valid only during the call, and returns whether more
  /// are wanted.
  public typealias Output = (UnsafeRawBufferPointer) throws -> Bool

  private let pattern: any LinePattern
  private let file: FileStore
  private let executors: [any TaskExecutor]
  private let stretch: Int
  private let blockSize: Int
  private let probes: TextProbes?

  /// Creates a copy; nothing is read yet.
  ///
  /// - Parameters:
  ///   - conditions: the conditions on the items.
  ///   - file: the file.
  ///   - executors: executors with one thread each, on which the file is searched; at least one.
  public init(
    _ conditions: LineConditions, of file: FileStore, on executors: [any TaskExecutor]
  ) {
    self.init(conditions, of: file, on: executors, stretch: 2 << 20)
  }

  /// Creates a copy with the given sizes of a stretch and of a block; a line longer than a block is
  /// searched in pieces.
  package init(
    _ conditions: LineConditions, of file: FileStore, on executors: [any TaskExecutor],
    stretch: Int, blockSize: Int = 1 << 20
  ) {
    (pattern, self.file, self.executors) = (conditions, file, executors)
    (self.stretch, self.blockSize) = (stretch, blockSize)
    probes = file.isDecoded ? conditions.probes : nil
  }

  /// Creates a copy of the items that a search finds, which has the same probes.
  package init(of search: LineSearch, on executors: [any TaskExecutor]) {
    (pattern, file, self.executors) = (search.pattern, search.file, executors)
    (stretch, blockSize, probes) = (2 << 20, 1 << 20, search.probes)
  }

  /// Copies all matching items.
  ///
  /// - Parameters:
  ///   - isolation: the actor of the caller.
  ///   - progress: called with the progress after each stretch has been written.
  ///   - write: called on the caller's actor with the items of each stretch, in order.
  /// - Returns: the number of items that were copied.
  /// - Throws: `FileError.cancelled` if the task is cancelled, another `FileError` if a system call
  ///   fails, or the error of `write`.
  public func run(
    isolation: isolated (any Actor)? = #isolation, progress: LineCounter.Progress = { _ in },
    _ write: Output
  ) async throws -> Int {
    let end = try file.size()
    return try await run(file.start..<end, upTo: end, progress: progress, write)
  }

  /// Copies the matching items that begin in a range.
  ///
  /// - Parameter size: the end of the file.
  /// - Returns: the number of items that were copied.
  /// - Throws: as `run`.
  package func run(
    _ range: Range<Int>, upTo size: Int, isolation: isolated (any Actor)? = #isolation,
    progress: LineCounter.Progress = { _ in }, _ write: Output
  ) async throws -> Int {
    let end = range.upperBound
    var (next, count, number) = (range.lowerBound, 0, 0)
    var tasks: [(upTo: Int, task: Task<Result<MatchingItems, FileError>, Never>)] = []
    defer { for (_, task) in tasks { task.cancel() } }
    while next < end || !tasks.isEmpty {
      while next < end, tasks.count <= executors.count {
        let range = next..<min(end, next + stretch)
        let executor = executors[number % executors.count]
        let task = Task(executorPreference: executor) { [self] in items(in: range, upTo: size) }
        tasks.append((range.upperBound, task))
        (next, number) = (range.upperBound, number + 1)
      }
      let (upTo, task) = tasks.removeFirst()
      let found = try await withTaskCancellationHandler {
        await task.value
      } onCancel: {
        task.cancel()
      }.get()
      if Task.isCancelled { throw FileError.cancelled }
      count += found.count
      guard try found.write(from: file, write) else { return count }
      progress(CountProgress(done: upTo, total: size))
    }
    return count
  }

  /// Whether `endOfWholeItems` finds the end of lines; it does not find the end of records whose
  /// values may contain line feeds.
  package var findsWholeItems: Bool { pattern.unit.values == nil }

  /// The end of the complete items among those that have arrived: the start of the last log entry,
  /// or the end of the last line; nil if it is not certain.
  ///
  /// - Parameters:
  ///   - size: the end of the file.
  ///   - lowest: an offset in the last line up to which no line feed was found before.
  /// - Throws: an error if a system call fails.
  package func endOfWholeItems(upTo size: Int, from lowest: Int = 0) throws(FileError) -> Int? {
    let unit = pattern.unit
    let reader = LineReader(file: file, size: size, rule: unit.rule)
    let end = try reader.lineStart(at: size, from: lowest)
    guard end > max(lowest, file.start) else { return nil }
    return try LineReader(file: file, size: end, rule: unit.rule).restart(of: unit)
  }

  /// Whether a line or entry begins at an offset, which must not be after the end of the file.
  ///
  /// - Parameter size: the end of the file.
  /// - Throws: an error if a system call fails.
  package func begins(at line: Int, upTo size: Int) throws(FileError) -> Bool {
    if line > file.start, try file.whole(line - 1..<line) != [.lineFeed] { return false }
    guard pattern.unit.hasEntries else { return true }
    let reader = LineReader(file: file, size: size, rule: pattern.unit.rule)
    return try reader.entryStart(ofLineAt: line, pattern.unit) == line
  }

  private func items(in range: Range<Int>, upTo end: Int) -> Result<MatchingItems, FileError> {
    do throws(FileError) {
      let search = StretchSearch(
        file, end: end, pattern, blockSize: blockSize, probes: probes)
      return .success(try search.items(in: range))
    } catch {
      return .failure(error)
    }
  }
}

/// The matching items of a stretch.
struct MatchingItems: Sendable {
  /// An item that is longer than a block, and is copied from the file.
  private struct LongItem {
    /// The number of bytes of other items that precede it in `bytes`.
    let place: Int
    var range: Range<Int>
  }

  /// The bytes of the items that fit into a block, one after the other.
  private var bytes: [UInt8] = []
  private var longItems: [LongItem] = []
  private(set) var count = 0

  mutating func append(_ item: UnsafeRawBufferPointer) {
    count += 1
    bytes.append(contentsOf: item)
  }

  /// Adds a long item at an offset, unless an earlier piece has already added it.
  mutating func append(longFrom start: Int) {
    guard start != longItems.last?.range.lowerBound else { return }
    count += 1
    longItems.append(LongItem(place: bytes.count, range: start..<start))
  }

  /// Determines the ends of the long items.
  mutating func endLongItems(at end: (Int) throws(FileError) -> Int) throws(FileError) {
    for index in longItems.indices {
      let start = longItems[index].range.lowerBound
      longItems[index].range = start..<(try end(start))
    }
  }

  func write(from file: FileStore, _ write: ItemCopy.Output) throws -> Bool {
    var place = 0
    for item in longItems {
      guard try put(place..<item.place, write) else { return false }
      place = item.place
      guard try file.forEachPiece(of: item.range, write) else { return false }
    }
    return try put(place..<bytes.count, write)
  }

  private func put(_ range: Range<Int>, _ write: ItemCopy.Output) throws -> Bool {
    guard !range.isEmpty else { return true }
    return try bytes.withUnsafeBytes { try write(UnsafeRawBufferPointer(rebasing: $0[range])) }
  }
}
