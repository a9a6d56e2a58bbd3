import Bytes

extension FileStore {
  /// How many line feeds there are in a range; costs a read of it.
  ///
  /// - Throws: what the system says, or that the file ends before.
  package func lineFeedCount(in range: Range<Int>) throws(FileError) -> Int {
    var memory = [UInt8](repeating: 0, count: min(256 << 10, range.count))
    var (feeds, offset) = (0, range.lowerBound)
    while offset < range.upperBound {
      let size = min(memory.count, range.upperBound - offset)
      feeds += try lineFeedCount(from: offset, size: size, in: &memory)
      offset += size
    }
    return feeds
  }

  /// Counts in a part of the file, which is read into memory that is there already.
  package func lineFeedCount(
    from offset: Int, size: Int, in memory: inout [UInt8]
  ) throws(FileError) -> Int {
    // `withUnsafeMutableBytes` would forget the type of the error.
    try memory.withUnsafeMutableBufferPointer { (memory) throws(FileError) in
      let part = UnsafeMutableRawBufferPointer(start: memory.baseAddress, count: size)
      guard try scan(into: part, at: offset) == size else { throw .cutShort(path: path) }
      return UnsafeRawBufferPointer(part).lineFeedCount()
    }
  }
}
