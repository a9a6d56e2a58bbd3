// CEndless exports the types of stat(2).
import CEndless
import Glibc

/// The size and times of a file (stat(2)), from which a possible change to its contents is
/// detected.
struct FileState: Hashable, Sendable {
  /// The size in bytes.
  let size: Int
  private let modified: Int
  private let changed: Int
  /// Whether a change directly after this state was read may leave the times unchanged.
  let isFresh: Bool

  /// Twice the longest interval, in nanoseconds, between ticks of the clock with which the system
  /// stamps changes (1 to 10 ms).
  private static let tick = 20_000_000

  init(_ state: stat) {
    size = Int(state.st_size)
    modified = Self.nanoseconds(state.st_mtim)
    changed = Self.nanoseconds(state.st_ctim)
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    isFresh = (Self.nanoseconds(now) &- max(modified, changed)).magnitude < Self.tick
  }

  /// Whether a file in this state certainly has the same contents as in an earlier one.
  func isCertainlySame(as earlier: FileState) -> Bool {
    !earlier.isFresh && size == earlier.size && modified == earlier.modified
      && changed == earlier.changed
  }

  private static func nanoseconds(_ time: timespec) -> Int {
    // This wraps instead of trapping, because a file may have a time that is centuries away.
    time.tv_sec.multipliedReportingOverflow(by: 1_000_000_000).partialValue &+ time.tv_nsec
  }
}

/// A digest of a file's contents, which distinguishes a file that has grown from one that was
/// rewritten.
///
/// Up to 256 KiB it covers all bytes; for a longer file, it covers 64 KiB at each end and 32 pieces
/// of 4 KiB between them.
struct FileSample: Sendable {
  /// The maximum size of a file whose bytes are all compared: comparing them takes about 30 µs,
  /// less than the system takes to report a change.
  static let whole = 256 << 10
  private static let block = 4 << 10
  private static let edge = 64 << 10
  private static let blocksBetween = 32

  /// The size of the file when it was sampled.
  let size: Int
  private let parts: [Range<Int>]
  private let digest: UInt64

  /// Reads the bytes to compare.
  ///
  /// - Parameter isCachedOnly: whether the read fails instead of waiting for a disk.
  /// - Throws: an error if pread(2) fails or if the file is shorter.
  init(
    of file: FileStore, size: Int, isCachedOnly: Bool
  ) throws(FileError) {
    self.size = size
    parts = Self.parts(of: size)
    digest = try Self.digest(of: parts, in: file, isCachedOnly)
  }

  /// Whether a file still has the same contents in the sampled parts.
  ///
  /// - Throws: an error if pread(2) fails or if the file is shorter.
  func isHeld(by file: FileStore, isCachedOnly: Bool) throws(FileError) -> Bool {
    try Self.digest(of: parts, in: file, isCachedOnly) == digest
  }

  private static func parts(of size: Int) -> [Range<Int>] {
    guard size > whole else { return [0..<size] }
    let step = (size - 2 * edge) / blocksBetween
    let between = (0..<blocksBetween).map { edge + $0 * step..<edge + $0 * step + block }
    return [0..<edge] + between + [size - edge..<size]
  }

  private static func digest(
    of parts: [Range<Int>], in file: FileStore, _ isCachedOnly: Bool
  ) throws(FileError) -> UInt64 {
    var digest: UInt64 = 0
    for part in parts {
      let bytes = try file.whole(part, cachedOnly: isCachedOnly)
      bytes.withUnsafeBytes { add($0, to: &digest) }
    }
    return digest
  }

  /// Mixes bytes into a digest, eight at a time.
  ///
  /// The digest need not resist an attacker, because only those who can write the file could attack
  /// it.
  private static func add(_ bytes: UnsafeRawBufferPointer, to digest: inout UInt64) {
    let words = bytes.count / 8
    for word in 0..<words {
      mix(bytes.loadUnaligned(fromByteOffset: word * 8, as: UInt64.self), into: &digest)
    }
    for byte in bytes[(words * 8)...] { mix(UInt64(byte), into: &digest) }
    mix(UInt64(bytes.count), into: &digest)
  }

  /// Mixes a word into a digest; the multiplier is odd, so that no bit is lost, and is that of
  /// Knuth's generator (TAOCP 3.3.4).
  private static func mix(_ word: UInt64, into digest: inout UInt64) {
    digest = (digest ^ word) &* 6_364_136_223_846_793_005
    digest ^= digest >> 29
  }
}
