// The types of stat(2) come by this module.
import CEndless
import Glibc

/// What tells that a file may hold something else: how long it is, and when it was changed (stat(2)).
struct FileState: Hashable, Sendable {
  /// Bytes.
  let size: Int
  private let modified: Int
  private let changed: Int
  /// Whether a change right after this look may leave the same times behind.
  let isFresh: Bool

  /// The system stamps changes by a clock that ticks every 1 to 10 ms; twice the slowest is waited for.
  private static let tick = 20_000_000

  init(_ state: stat) {
    size = Int(state.st_size)
    modified = Self.nanoseconds(state.st_mtim)
    changed = Self.nanoseconds(state.st_ctim)
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    isFresh = (Self.nanoseconds(now) &- max(modified, changed)).magnitude < Self.tick
  }

  /// Whether a file in this state holds what it held in another.
  func isCertainlySame(as earlier: FileState) -> Bool {
    !earlier.isFresh && size == earlier.size && modified == earlier.modified
      && changed == earlier.changed
  }

  private static func nanoseconds(_ time: timespec) -> Int {
    // Wraps instead of trapping, because a file may carry a time that is centuries from now.
    time.tv_sec.multipliedReportingOverflow(by: 1_000_000_000).partialValue &+ time.tv_nsec
  }
}

/// A digest of what a file holds, by which a file that has grown is told from one that was rewritten: of all of it up
/// to 256 KiB; of a longer one of 64 KiB at each end and 32 times 4 KiB between.
struct FileSample: Sendable {
  /// Bytes that are compared as a whole: some 30 µs, which is less than the system takes to tell of a change.
  static let whole = 256 << 10
  private static let block = 4 << 10
  private static let edge = 64 << 10
  private static let blocksBetween = 32

  /// How long the file was.
  let size: Int
  private let parts: [Range<Int>]
  private let digest: UInt64

  /// Reads what is compared.
  ///
  /// - Parameter isCachedOnly: whether it fails where it would wait for a disk.
  /// - Throws: what pread(2) says, or that the file is shorter.
  init(
    of file: FileStore, size: Int, isCachedOnly: Bool
  ) throws(FileError) {
    self.size = size
    parts = Self.parts(of: size)
    digest = try Self.digest(of: parts, in: file, isCachedOnly)
  }

  /// Whether a file holds the same there.
  ///
  /// - Throws: what pread(2) says, or that the file is shorter.
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

  /// Mixes in eight bytes at a time.
  ///
  /// It need not resist an attacker, because whoever could be one may write the file.
  private static func add(_ bytes: UnsafeRawBufferPointer, to digest: inout UInt64) {
    let words = bytes.count / 8
    for word in 0..<words {
      mix(bytes.loadUnaligned(fromByteOffset: word * 8, as: UInt64.self), into: &digest)
    }
    for byte in bytes[(words * 8)...] { mix(UInt64(byte), into: &digest) }
    mix(UInt64(bytes.count), into: &digest)
  }

  /// The multiplier is odd, so that no bit is lost; it is the one of Knuth's generator (TAOCP 3.3.4).
  private static func mix(_ word: UInt64, into digest: inout UInt64) {
    digest = (digest ^ word) &* 6_364_136_223_846_793_005
    digest ^= digest >> 29
  }
}
