import ByteStores
import EventLoop

/// How many lines a file has, as soon as that is known: counted unasked where it takes next to nothing.
final class LineTotal {
  /// Called when it has come.
  var onChange: (() -> Void)?

  private let numbers: LineNumbers
  /// What was counted last, and how long the file was then.
  private var known: (edition: Int, size: Int, lines: Int)?
  private var count: Task<Void, Never>?

  /// Bytes that are counted unasked: some 25 ms of another thread where they are in memory.
  private static let little = 128 << 20

  init(_ numbers: LineNumbers) { self.numbers = numbers }

  isolated deinit { count?.cancel() }

  /// How many there are in a file as it is now, or were when it was a little shorter.
  func lines(in file: FileStore) -> Int? {
    known.flatMap { $0.edition == file.edition ? $0.lines : nil }
  }

  /// Counts where that is next to nothing and not done.
  func request(in file: FileStore, size: Int) {
    let start = known?.edition == file.edition ? known?.size ?? 0 : file.start
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
    let lines = try? await numbers.lineCount()
    count = nil
    guard let lines else { return }
    // Another file may have been counted by now.
    known = (numbers.edition, size, lines)
    onChange?()
  }
}
