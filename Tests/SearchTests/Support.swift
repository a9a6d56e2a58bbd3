import Search

/// Lines in memory, with all ways to search them.
struct Lines {
  let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }
  init(_ text: String) { bytes = Array(text.utf8) }

  /// The offsets where the lines begin.
  var starts: [Int] {
    bytes.isEmpty
      ? []
      : [0]
        + bytes.indices.filter { bytes[$0] == 10 && $0 + 1 < bytes.count }.map { $0 + 1 }
  }

  /// Whether the first bytes of a line do not form a character.
  func beginsInvalid(at start: Int) -> Bool {
    let first = String(decoding: bytes[start...].prefix(4), as: UTF8.self).unicodeScalars.first
    return first == "\u{FFFD}"
  }

  /// The starts of the lines that match, found from the start to the end.
  func forwards(_ matcher: Matcher) throws(MatchError) -> [Int] {
    var found: [Int] = []
    var start = 0
    while let match = try next(matcher, start) {
      found.append(match.line.lowerBound)
      start = match.line.upperBound
    }
    return found
  }

  /// The starts of the lines that match, found from the end to the start.
  func backwards(_ matcher: Matcher) throws(MatchError) -> [Int] {
    var found: [Int] = []
    var end = bytes.count
    while let match = try last(matcher, end) {
      found.append(match.line.lowerBound)
      end = match.line.lowerBound
    }
    return found.reversed()
  }

  func count(_ matcher: Matcher) throws(MatchError) -> Int {
    try borrowed { memory throws(MatchError) in try matcher.countMatchingLines(in: memory) }
  }

  func countMatches(_ matcher: Matcher) throws(MatchError) -> Int {
    try borrowed { memory throws(MatchError) in try matcher.countMatches(in: memory) }
  }

  func first(_ matcher: Matcher, from start: Int = 0) throws(MatchError) -> Range<Int>? {
    try borrowed { memory throws(MatchError) in try matcher.firstMatch(in: memory, from: start) }
  }

  func next(_ matcher: Matcher, _ start: Int) throws(MatchError) -> LineMatch? {
    try borrowed { memory throws(MatchError) in
      try matcher.nextMatchingLine(in: memory, from: start)
    }
  }

  func last(_ matcher: Matcher, _ end: Int) throws(MatchError) -> LineMatch? {
    try borrowed { memory throws(MatchError) in
      try matcher.lastMatchingLine(in: memory, before: end)
    }
  }

  /// All matches if the bytes are taken as one line.
  func matches(_ matcher: Matcher, limit: Int = 1000) throws(MatchError) -> [Range<Int>] {
    try borrowed { memory throws(MatchError) in
      try matcher.matches(inLine: memory, limit: limit)
    }
  }

  private func borrowed<Result>(
    _ body: (UnsafeRawBufferPointer) throws(MatchError) -> Result
  ) throws(MatchError) -> Result {
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
    defer { memory.deallocate() }
    memory.copyBytes(from: bytes)
    return try body(UnsafeRawBufferPointer(memory))
  }
}
