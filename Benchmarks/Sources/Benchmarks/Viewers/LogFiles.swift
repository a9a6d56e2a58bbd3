import Foundation
import Glibc

/// The files to show, each created when it is first requested, and kept for the next run.
struct LogFiles: Sendable {
  /// The folder in which they are kept.
  let folder: URL

  /// The number of lines written at a time.
  private static let linesAtOnce = 10_000

  /// A file of the given size; it is in the page cache when this returns.
  ///
  /// - Throws: an error if the file cannot be written.
  func file(
    megabytes: Int, isColored: Bool = false, of records: RecordForm? = nil
  ) throws(MeasureError) -> LogFile {
    let ending = records?.rawValue ?? (isColored ? "colored.log" : "log")
    let path = folder.appending(path: "\(megabytes).\(ending)").path
    let file = LogFile(
      path: path, megabytes: megabytes, isColored: isColored, records: records)
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      if !isWhole(file) {
        try checkRoom(for: file)
        try write(file)
      }
      try warm(file)
      return file
    } catch let error as MeasureError {
      throw error
    } catch {
      throw MeasureError("\(path): \(error)")
    }
  }

  /// Whether the file exists, has the right size, and ends with the line that would be written now.
  private func isWhole(_ file: LogFile) -> Bool {
    guard let handle = FileHandle(forReadingAtPath: file.path),
      let size = try? handle.seekToEnd(), size == file.header.count + file.count * file.lineLength
    else { return false }
    try? handle.seek(toOffset: size - UInt64(file.lineLength))
    return (try? handle.readToEnd()) == Data(Self.lines(file.count...file.count, of: file))
  }

  private func checkRoom(for file: LogFile) throws {
    var state = statvfs()
    try SystemCall.check("statvfs", statvfs(folder.path, &state))
    let free = Int(state.f_bavail) * Int(state.f_frsize) / 1_000_000
    guard free > file.megabytes + file.megabytes / 20 else {
      throw MeasureError(
        "a file of \(file.size) is needed in \(folder.path), where \(free) MB are free; "
          + "name another folder with --files")
    }
  }

  /// Writes the file under another name first, so that a partial file is never taken for a complete
  /// one.
  private func write(_ file: LogFile) throws {
    let part = file.path + ".part"
    guard FileManager.default.createFile(atPath: part, contents: nil),
      let handle = FileHandle(forWritingAtPath: part)
    else { throw MeasureError("cannot write \(part)") }
    try handle.write(contentsOf: file.header)
    for first in stride(from: 1, through: file.count, by: Self.linesAtOnce) {
      let last = min(first + Self.linesAtOnce - 1, file.count)
      try handle.write(contentsOf: Self.lines(first...last, of: file))
    }
    try handle.close()
    try? FileManager.default.removeItem(atPath: file.path)
    try FileManager.default.moveItem(atPath: part, toPath: file.path)
  }

  private static func lines(_ numbers: ClosedRange<Int>, of file: LogFile) -> [UInt8] {
    let size = numbers.count * file.lineLength
    return [UInt8](unsafeUninitializedCapacity: size) { memory, filled in
      for number in numbers {
        let start = (number - numbers.lowerBound) * file.lineLength
        let line = UnsafeMutableBufferPointer(rebasing: memory[start..<start + file.lineLength])
        if let records = file.records {
          records.write(number, to: line)
        } else {
          LogLine(number: number).write(to: line, isColored: file.isColored)
        }
      }
      filled = size
    }
  }

  private func warm(_ file: LogFile) throws {
    let descriptor = try SystemCall.check("open", open(file.path, O_RDONLY | O_CLOEXEC))
    defer { close(descriptor) }
    var chunk = [UInt8](repeating: 0, count: 1 << 20)
    while read(descriptor, &chunk, chunk.count) > 0 {}
  }
}
