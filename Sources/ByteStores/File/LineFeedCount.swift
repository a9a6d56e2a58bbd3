extension UnsafeRawBufferPointer {
  /// How many line feeds there are.
  ///
  /// Written for the vectors of the machine: 38 GB/s where a plain loop does 1. The vectors made
  /// before the loops are what it hangs on: 0.2 GB/s with those in the innermost. A lane counts no
  /// further than 255, and is emptied before.
  package func lineFeedCount() -> Int {
    guard let start = baseAddress else { return 0 }
    typealias Vector = SIMD16<UInt8>
    let (zero, one, feed) = (
      Vector(repeating: 0), Vector(repeating: 1), Vector(repeating: UInt8(ascii: "\n"))
    )
    let whole = count / 16
    var (total, first) = (0, 0)
    while first < whole {
      let end = Swift.min(first &+ 255, whole)
      var lanes = zero
      for index in first..<end {
        let vector = start.loadUnaligned(fromByteOffset: index &* 16, as: Vector.self)
        lanes = lanes &+ zero.replacing(with: one, where: vector .== feed)
      }
      for lane in 0..<16 { total &+= Int(lanes[lane]) }
      first = end
    }
    for byte in self[(whole * 16)...] where byte == UInt8(ascii: "\n") { total += 1 }
    return total
  }
}

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
