public import ByteStores
import Bytes

/// Copies the lines or other items of a file that meet conditions, as they are written and in their order.
///
///     let copy = ItemCopy(conditions, of: file, on: executors)
///     let count = try await copy.run { try output.write($0) }
///
/// The file is searched a stretch of 2 MiB at a time, on as many threads as there are executors, and few stretches wait to
/// be written. It holds up to 2 MiB for each, and no more of a line however long that is. Elements of an array of JSON are
/// no such items.
public struct ItemCopy: Sendable {
  /// Takes bytes, and says whether more are wanted; they are there only until it returns.
  public typealias Output = (UnsafeRawBufferPointer) throws -> Bool

  private let conditions: LineConditions
  private let file: FileStore
  private let executors: [any TaskExecutor]
  private let stretch: Int
  private let blockSize: Int

  /// Creates a copy of which nothing is written yet.
  ///
  /// - Parameters:
  ///   - conditions: what the items meet.
  ///   - file: the file.
  ///   - executors: the threads that search, one each; at least one.
  public init(
    _ conditions: LineConditions, of file: FileStore, on executors: [any TaskExecutor]
  ) {
    self.init(conditions, of: file, on: executors, stretch: 2 << 20)
  }

  /// The same with the bytes that one task searches, and those searched at a time: a longer line comes in pieces.
  package init(
    _ conditions: LineConditions, of file: FileStore, on executors: [any TaskExecutor],
    stretch: Int, blockSize: Int = 1 << 20
  ) {
    (self.conditions, self.file, self.executors) = (conditions, file, executors)
    (self.stretch, self.blockSize) = (stretch, blockSize)
  }

  /// Copies all that there are.
  ///
  /// - Parameters:
  ///   - isolation: the caller's actor.
  ///   - progress: told after every stretch how far that is.
  ///   - write: called on the caller's actor, with one stretch's items after the other's.
  /// - Returns: how many there were, as far as they were wanted.
  /// - Throws: `FileError.cancelled` if the task is cancelled, a `FileError` of what the system says, or what `write`
  ///   throws.
  public func run(
    isolation: isolated (any Actor)? = #isolation, progress: LineCounter.Progress = { _ in },
    _ write: Output
  ) async throws -> Int {
    let end = try file.size()
    var (next, count, number) = (file.start, 0, 0)
    var tasks: [(upTo: Int, task: Task<Result<MatchingItems, FileError>, Never>)] = []
    defer { for (_, task) in tasks { task.cancel() } }
    while next < end || !tasks.isEmpty {
      while next < end, tasks.count <= executors.count {
        let range = next..<min(end, next + stretch)
        let executor = executors[number % executors.count]
        let task = Task(executorPreference: executor) { [self] in items(in: range, upTo: end) }
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
      progress(CountProgress(done: upTo, total: end))
    }
    return count
  }

  private func items(in range: Range<Int>, upTo end: Int) -> Result<MatchingItems, FileError> {
    do throws(FileError) {
      let search = StretchSearch(file, end: end, conditions, blockSize: blockSize)
      return .success(try search.items(in: range))
    } catch {
      return .failure(error)
    }
  }
}

/// The items of a stretch that match.
struct MatchingItems: Sendable {
  /// One that is longer than a block, and stays in the file.
  private struct LongItem {
    /// How many of the bytes are before it.
    let place: Int
    var range: Range<Int>
  }

  /// Those that are in blocks, one behind the other.
  private var bytes: [UInt8] = []
  private var longItems: [LongItem] = []
  private(set) var count = 0

  mutating func append(_ item: UnsafeRawBufferPointer) {
    count += 1
    bytes.append(contentsOf: item)
  }

  /// Adds one that begins at an offset, unless it was added because of an earlier piece.
  mutating func append(longFrom start: Int) {
    guard start != longItems.last?.range.lowerBound else { return }
    count += 1
    longItems.append(LongItem(place: bytes.count, range: start..<start))
  }

  /// Finds out where those end that are longer than a block.
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
