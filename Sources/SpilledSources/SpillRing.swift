import Foundation

/// Blocks of bytes in one file that never grows beyond a bound: the newest take the place of the
/// oldest.
///
/// The file has no name once it is open, so that nothing is left of it however the program ends.
struct SpillRing: ~Copyable {
  private struct Block {
    let number: Int
    let range: Range<Int>
  }

  private let descriptor: Int32
  private let limit: Int
  /// In the order they were written: from the oldest on, each where the one before it ends, but for
  /// one that begins the file anew.
  private var blocks: [Block] = []
  /// The first of `blocks` that is still there.
  private var oldest = 0
  private var ranges: [Int: Range<Int>] = [:]
  private var end = 0

  /// Makes the file.
  ///
  /// - Throws: what the system says.
  init(folder: String, limit: Int) throws(SpillError) {
    try? FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
    // mkstemp(3) puts a name that is free in the place of the six letters.
    var path = Array((folder + "/spill-XXXXXX").utf8CString)
    descriptor = mkstemp(&path)
    guard descriptor >= 0 else { throw SpillError(code: errno, folder: folder) }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    unlink(path)
    self.limit = limit
  }

  deinit { close(descriptor) }

  /// Keeps a block by a number that is greater than all before; one beyond the bound, or that the
  /// disk does not take, is not kept.
  mutating func write(_ bytes: Data, as number: Int) {
    guard bytes.count <= limit, !bytes.isEmpty else { return }
    if end + bytes.count > limit {
      drop(upTo: limit)
      end = 0
    }
    let range = end..<end + bytes.count
    drop(upTo: range.upperBound)
    guard write(bytes, at: range.lowerBound) else { return }
    blocks.append(Block(number: number, range: range))
    ranges[number] = range
    end = range.upperBound
  }

  /// A block, or nil where it is not kept any more.
  func read(_ number: Int) -> Data? {
    guard let range = ranges[number] else { return nil }
    var data = Data(count: range.count)
    let count = data.withUnsafeMutableBytes { memory in
      pread(descriptor, memory.baseAddress, memory.count, off_t(range.lowerBound))
    }
    return count == range.count ? data : nil
  }

  /// Drops the oldest blocks that begin between the end and a place: what is written next lies there.
  private mutating func drop(upTo place: Int) {
    while oldest < blocks.count, blocks[oldest].range.lowerBound >= end,
      blocks[oldest].range.lowerBound < place
    {
      ranges[blocks[oldest].number] = nil
      oldest += 1
    }
    guard oldest > 1_024, oldest * 2 > blocks.count else { return }
    blocks.removeFirst(oldest)
    oldest = 0
  }

  private func write(_ bytes: Data, at place: Int) -> Bool {
    bytes.withUnsafeBytes { memory in
      var sent = 0
      while sent < memory.count {
        let count = pwrite(
          descriptor, memory.baseAddress?.advanced(by: sent), memory.count - sent,
          off_t(place + sent))
        if count <= 0, errno != EINTR { return false }
        sent += max(0, count)
      }
      return true
    }
  }
}
