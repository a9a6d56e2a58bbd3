import FileSources

/// A text that some lines have, looked for byte by byte.
struct TextPattern: LinePattern {
  let bytes: [UInt8]

  init(_ text: String) { bytes = Array(text.utf8) }

  func makeMatcher() -> any LineMatcher { TextMatcher(bytes: bytes) }

  /// Where the first match begins in a line.
  func match(in line: some Collection<UInt8>) -> Int? {
    let line = Array(line)
    guard let first = bytes.first else { return 0 }
    return (0..<max(0, line.count - bytes.count + 1)).first {
      line[$0] == first && line[$0...].starts(with: bytes)
    }
  }

  private struct TextMatcher: LineMatcher {
    let bytes: [UInt8]
    let hasGivenUp = false

    func countMatches(in lines: UnsafeRawBufferPointer) -> Int { matches(in: lines).count }
    func firstMatch(in lines: UnsafeRawBufferPointer) -> Int? { match(in: lines, from: 0) }
    func lastMatch(in lines: UnsafeRawBufferPointer) -> Int? { matches(in: lines).last }

    func firstCandidate(in memory: UnsafeRawBufferPointer) -> Int? {
      TextPattern(bytes: bytes).match(in: memory)
    }

    /// The first match of each line that has one.
    private func matches(in lines: UnsafeRawBufferPointer) -> [Int] {
      var (matches, start): ([Int], Int) = ([], 0)
      while let match = match(in: lines, from: start) {
        matches.append(match)
        start = lines[match...].firstIndex(of: 0x0A).map { $0 + 1 } ?? lines.count
      }
      return matches
    }

    /// The first match from the start of a line on; what is behind it is not looked at.
    private func match(in lines: UnsafeRawBufferPointer, from start: Int) -> Int? {
      var start = start
      while start < lines.count {
        let end = lines[start...].firstIndex(of: 0x0A) ?? lines.count
        if let found = TextPattern(bytes: bytes).match(in: lines[start..<end]) {
          return start + found
        }
        start = end + 1
      }
      return nil
    }
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }
}
