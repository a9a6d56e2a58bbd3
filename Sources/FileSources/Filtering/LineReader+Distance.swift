import ByteStores

/// Where lines begin and end that are a number of lines away.
extension LineReader {
  /// The first bytes that are looked at, and the most at a time.
  private static var chunks: (least: Int, most: Int) { (4 << 10, 256 << 10) }

  /// Where the line begins that an offset is in, or a number of lines before that one.
  ///
  /// Cost: a read of what lies between.
  func lineStart(at offset: Int, back lines: Int = 0) throws(FileError) -> Int {
    var (end, left, chunk) = (offset, lines, Self.chunks.least)
    while end > file.start {
      let start = max(file.start, end - chunk)
      let bytes = try file.whole(start..<end)
      var rest = bytes.count
      while let feed = bytes.withUnsafeBytes({ $0.lastLineFeed(in: 0..<rest) }) {
        if left == 0 { return start + feed + 1 }
        (left, rest) = (left - 1, feed)
      }
      (end, chunk) = (start, min(chunk * 2, Self.chunks.most))
    }
    return file.start
  }

  /// Where the line ends that an offset is in, or a number of lines after that one.
  ///
  /// Cost: a read of what lies between.
  func lineEnd(at offset: Int, on lines: Int = 0) throws(FileError) -> Int {
    var (start, left, chunk) = (offset, lines, Self.chunks.least)
    while start < size {
      let end = min(size, start + chunk)
      let bytes = try file.whole(start..<end)
      var rest = 0
      while let feed = bytes.withUnsafeBytes({ $0.firstLineFeed(in: rest..<bytes.count) }) {
        if left == 0 { return start + feed + 1 }
        (left, rest) = (left - 1, feed + 1)
      }
      (start, chunk) = (end, min(chunk * 2, Self.chunks.most))
    }
    return size
  }
}
