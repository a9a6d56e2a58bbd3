import FileSources

/// A text that some lines have, looked for byte by byte.
struct TextPattern: LinePattern {
  let bytes: [UInt8]

  init(_ text: String) { bytes = Array(text.utf8) }

  func makeMatcher() -> any LineMatcher { TextMatcher(bytes: bytes) }

  /// Where the first match begins in a line.
  func match(in line: some Collection<UInt8>) -> Int? {
    let line = Array(line)
    return (0..<max(0, line.count - bytes.count + 1)).first { line[$0...].starts(with: bytes) }
  }

  private struct TextMatcher: LineMatcher {
    let bytes: [UInt8]
    let hasGivenUp = false

    func countMatches(in lines: UnsafeRawBufferPointer) -> Int { matches(in: lines).count }
    func firstMatch(in lines: UnsafeRawBufferPointer) -> Int? { matches(in: lines).first }
    func lastMatch(in lines: UnsafeRawBufferPointer) -> Int? { matches(in: lines).last }

    private func matches(in lines: UnsafeRawBufferPointer) -> [Int] {
      var (matches, start): ([Int], Int) = ([], 0)
      for line in lines.split(separator: 0x0A, omittingEmptySubsequences: false) {
        start = line.startIndex
        let found = TextPattern(bytes: bytes).match(in: line)
        if let found { matches.append(start + found) }
      }
      return matches
    }
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }
}
