import ByteStores
import EventLoop
import FileSources
import Records
import TableUI

/// A background search for errors in the records of a text; it finds the first error and counts all
/// errors.
final class TextFaults {
  /// Called when the result has changed.
  var onChange: (() -> Void)?
  private var faults: RecordFaults?
  /// The last result, and the size of the text at that time.
  private(set) var found: RecordFaults.Found?
  private var size: Int?
  private var task: Task<Void, Never>?
  private let executor: BackgroundExecutor

  /// The maximum number of bytes that are examined automatically, which takes a few tenths of a
  /// second on another thread.
  private static let little = 32 << 20

  init(on executor: BackgroundExecutor) { self.executor = executor }

  isolated deinit { task?.cancel() }

  /// Examines a text of the given size, unless it was already examined or is too long for that.
  ///
  /// It is called in each frame.
  ///
  /// - Parameter reading: parses the records; nil if the text has no records.
  func request(in file: FileStore, size: Int, _ reading: RecordDecoder?) {
    guard let reading, size > file.start else { return forget() }
    if faults?.file !== file { begin(in: file, reading) }
    guard task == nil, self.size != size, size - file.start <= Self.little else { return }
    self.size = size
    look(upTo: size)
  }

  /// Examines the whole text, regardless of the cost.
  func lookAtAll() async -> RecordFaults.Found? {
    guard let faults else { return nil }
    let all = try? await faults.look(upTo: .max)
    if let all, faults === self.faults { take(all) }
    return all
  }

  private func begin(in file: FileStore, _ reading: RecordDecoder) {
    forget()
    faults = RecordFaults(in: file, reading, from: file.start)
  }

  private func forget() {
    task?.cancel()
    (faults, found, size, task) = (nil, nil, nil, nil)
  }

  private func look(upTo end: Int) {
    guard let faults else { return }
    task = executor.task { [weak self] in
      let all = try? await faults.look(upTo: end)
      guard !Task.isCancelled, let self, faults === self.faults else { return }
      task = nil
      if let all { take(all) }
    }
  }

  private func take(_ all: RecordFaults.Found) {
    guard all != found else { return }
    found = all
    onChange?()
  }

  /// The note in the status line.
  var fact: String? {
    guard let found, found.count > 0 else { return nil }
    return found.count == 1 ? "1 error" : "\(found.count) errors"
  }
}

extension RecordFaults.Found {
  /// The first error and its position; nil if none was found.
  var words: String? {
    first.map { fault in
      let place = line.map { "line \($0), byte \(fault.offset + 1)" } ?? "byte \(fault.offset + 1)"
      return "\(fault.problem) at \(place)" + (count > 1 ? ", the first of \(count) errors" : "")
    }
  }
}
