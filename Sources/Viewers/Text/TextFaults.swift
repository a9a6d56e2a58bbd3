import ByteStores
import EventLoop
import FileSources
import Records
import TableUI

/// What is wrong in the records of a text on the screen: looked for beside it, and said.
final class TextFaults {
  /// Called when something was found.
  var onChange: (() -> Void)?
  private var faults: RecordFaults?
  /// What was found last, and how long the text was then.
  private(set) var found: RecordFaults.Found?
  private var size: Int?
  private var task: Task<Void, Never>?
  private let executor: BackgroundExecutor

  /// Bytes that are looked at unasked: some tenths of a second of another thread.
  private static let little = 32 << 20

  init(on executor: BackgroundExecutor) { self.executor = executor }

  isolated deinit { task?.cancel() }

  /// Looks for faults in a text of a size, unless that is done or much work.
  ///
  /// Each frame asks.
  ///
  /// - Parameter reading: how its records are read; nil where it has none.
  func request(in file: FileStore, size: Int, _ reading: RecordDecoder?) {
    guard let reading, size > file.start else { return forget() }
    if faults?.file !== file { begin(in: file, reading) }
    guard task == nil, self.size != size, size - file.start <= Self.little else { return }
    self.size = size
    look(upTo: size)
  }

  /// Looks at all of a text, whatever it takes.
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

  /// What the status line says.
  var fact: String? {
    guard let found, found.count > 0 else { return nil }
    return found.count == 1 ? "1 fault" : "\(found.count) faults"
  }
}

extension RecordFaults.Found {
  /// What the first fault is, and where; nil where there is none.
  var words: String? {
    first.map { fault in
      let place = line.map { "line \($0), byte \(fault.offset + 1)" } ?? "byte \(fault.offset + 1)"
      return "\(fault.problem) at \(place)" + (count > 1 ? ", the first of \(count) faults" : "")
    }
  }
}
