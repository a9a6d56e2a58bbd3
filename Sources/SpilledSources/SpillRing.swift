import CEndless
import Glibc

/// Blocks of bytes in one file that does not grow beyond a bound: the newest take the place of the
/// oldest.
///
/// The file has no name, so nothing is left of it however the program ends.
/// Places count on from lap to lap; what they are in the file is the rest by the bound.
package struct SpillRing: ~Copyable {
  /// Writes at a place as pwrite(2) does: a descriptor, bytes and an offset in, a count or -1 out.
  package typealias Write = @Sendable (Int32, UnsafeRawBufferPointer, Int) -> Int

  private let folder: String
  private let descriptor: Int32
  private let limit: Int
  private let pwrite: Write
  private var places: [Int: Range<Int>] = [:]
  private var end = 0
  /// The numbers of the blocks that are kept, in the order they were written; the first was 0.
  package private(set) var numbers = 0..<0

  /// Makes the file.
  ///
  /// - Throws: what the system says.
  package init(
    folder: String, limit: Int,
    write: @escaping Write = { Glibc.pwrite($0, $1.baseAddress, $1.count, off_t($2)) }
  ) throws(SpillError) {
    Self.makeFolder(folder)
    descriptor = endless_unnamed_file(folder)
    guard descriptor >= 0 else { throw .failed(folder: folder, code: errno) }
    (self.folder, self.limit, pwrite) = (folder, max(1, limit), write)
  }

  deinit { close(descriptor) }

  /// Makes a folder and those above it; what prevents that is told when the file is opened.
  private static func makeFolder(_ path: String) {
    let path = path + "/"
    for end in path.indices.dropFirst() where path[end] == "/" {
      mkdir(String(path[..<end]), 0o700)
    }
  }

  /// Keeps a block; one that is larger than the bound has the file to itself.
  ///
  /// What cannot be written is not kept at all, and costs only the blocks that it has overwritten.
  ///
  /// - Returns: its number, the next one.
  /// - Throws: what the system says, as of a full disk.
  package mutating func append(_ bytes: [UInt8]) throws(SpillError) -> Int {
    // No block is cut in two by the end of the file.
    let left = limit - end % limit
    let start = bytes.count <= left ? end : end + left
    let (count, code) = bytes.withUnsafeBytes { write($0, at: start % limit) }
    if count > 0 { drop(before: start + count - limit) }
    guard count == bytes.count else { throw .failed(folder: folder, code: code) }
    end = start + count
    places[numbers.upperBound] = start..<end
    numbers = numbers.lowerBound..<numbers.upperBound + 1
    return numbers.upperBound - 1
  }

  /// A block, or nil where it is not kept.
  ///
  /// - Throws: what the system says.
  package func read(_ number: Int) throws(SpillError) -> [UInt8]? {
    guard let place = places[number] else { return nil }
    var count = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: place.count) { memory, initialized in
      count = pread(descriptor, memory.baseAddress, place.count, off_t(place.lowerBound % limit))
      initialized = max(0, count)
    }
    guard count == place.count else {
      throw .unreadable(folder: folder, code: count < 0 ? errno : EIO)
    }
    return bytes
  }

  /// Drops the blocks that begin before a place: what lies a lap behind is overwritten.
  private mutating func drop(before place: Int) {
    while let first = places[numbers.lowerBound], first.lowerBound < place {
      places[numbers.lowerBound] = nil
      numbers = numbers.lowerBound + 1..<numbers.upperBound
    }
  }

  /// Writes all, or says how much was written and why no more.
  private func write(_ bytes: UnsafeRawBufferPointer, at place: Int) -> (count: Int, code: Int32) {
    var sent = 0
    while sent < bytes.count {
      let count = pwrite(descriptor, UnsafeRawBufferPointer(rebasing: bytes[sent...]), place + sent)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return (sent, count < 0 ? errno : EIO) }
      sent += count
    }
    return (sent, 0)
  }
}
