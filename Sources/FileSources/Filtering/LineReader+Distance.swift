import ByteStores
import Bytes

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
      while let feed = bytes.withUnsafeBytes({ $0.lastIndex(of: .lineFeed, in: 0..<rest) }) {
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
      while let feed = bytes.withUnsafeBytes({
        $0.firstIndex(of: .lineFeed, in: rest..<bytes.count)
      }) {
        if left == 0 { return start + feed + 1 }
        (left, rest) = (left - 1, feed + 1)
      }
      (start, chunk) = (end, min(chunk * 2, Self.chunks.most))
    }
    return size
  }
}

// MARK: Items

/// A line that matches is shown with the record that it is in.
extension LineReader {
  /// Where the items begin that some lines are in, in the order of the file; each once.
  ///
  /// Cost: a read of 16 KiB for those that are near each other.
  func itemStarts(of lines: [Int]) throws(FileError) -> [Int] {
    guard hasRecords else { return lines }
    var (starts, run): ([Int], LineRun?) = ([], nil)
    var next = 0
    for line in lines {
      if run?.end ?? line <= line { (run, next) = (try self.lines(from: line, count: 64), 0) }
      guard let items = run?.lines, !items.isEmpty else { continue }
      while next + 1 < items.count, items[next + 1].id.bytes <= line { next += 1 }
      let start = items[next].id.bytes
      if starts.last != start { starts.append(start) }
    }
    return starts
  }

  /// Where the item begins that an offset is in, or a number of items before that one.
  func itemStart(at offset: Int, back count: Int = 0) throws(FileError) -> Int {
    guard hasRecords else { return try lineStart(at: offset, back: count) }
    var (start, left) = (try boundary(at: offset), count)
    while left > 0, start > file.start {
      let run = try lines(before: start, count: left)
      guard run.start < start else { break }
      (start, left) = (run.start, left - run.lines.count)
    }
    return start
  }

  /// Where the item ends that an offset is in, or the one that is a number of items after it.
  func itemEnd(at offset: Int, on count: Int = 0) throws(FileError) -> Int {
    guard hasRecords else { return try lineEnd(at: offset, on: count) }
    var (end, left) = (offset, count + 1)
    while left > 0, end < size {
      let run = try lines(from: end, count: left)
      guard run.end > end else { break }
      (end, left) = (run.end, left - run.lines.count)
    }
    return end
  }
}
