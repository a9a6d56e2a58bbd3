import Bytes
import Randomness
import Testing

@Suite struct `A search for a byte` {
  /// Calls `body` with random bytes that have only four values, so that each value is often present
  /// and often absent.
  private func trials(_ body: (UnsafeRawBufferPointer, inout SplitMix64) -> Void) {
    var random = SplitMix64(start: 5)
    for _ in 0..<2_000 {
      let bytes = (0..<random.within(0...70)).map { _ in random.pick([0x0A, 0x0B, 0x8A, 0x00]) }
      bytes.withUnsafeBytes { body($0, &random) }
    }
  }

  @Test func `finds the first and the last place that a plain loop finds`() {
    trials { bytes, random in
      let (one, other) = (random.within(0...bytes.count), random.within(0...bytes.count))
      let range = min(one, other)..<max(one, other)
      for byte: UInt8 in [.lineFeed, 0x8A, 0xFF] {
        #expect(bytes.firstIndex(of: byte, in: range) == range.first { bytes[$0] == byte })
        #expect(bytes.lastIndex(of: byte, in: range) == range.last { bytes[$0] == byte })
      }
    }
  }

  @Test func `counts line feeds as a plain loop does`() {
    trials { bytes, _ in #expect(bytes.lineFeedCount() == bytes.count { $0 == .lineFeed }) }
    let many = [UInt8](repeating: .lineFeed, count: 16 * 255 * 2 + 7)
    #expect(many.withUnsafeBytes { $0.lineFeedCount() } == many.count)
  }

  @Test func `marks the same bytes in a number of eight`() {
    trials { bytes, _ in
      for offset in bytes.indices {
        let eight = bytes[offset...].prefix(8)
        let expected = eight.indices.filter { bytes[$0] == .lineFeed }
        var (marks, found) = (bytes.word(at: offset).marks(of: .lineFeed), [Int]())
        if marks != 0 { #expect(offset + marks.lastMark == expected.last) }
        while marks != 0 {
          found.append(offset + marks.firstMark)
          marks &= marks - 1
        }
        #expect(found == expected)
      }
    }
  }

  @Test func `takes zeros for what is behind the end`() {
    [UInt8](1...3).withUnsafeBytes { #expect($0.word(at: 1) == 0x0302) }
  }

  @Test func `finds nothing in nothing`() {
    let none = UnsafeRawBufferPointer(start: nil, count: 0)
    #expect(none.firstIndex(of: .lineFeed, from: 0) == nil)
    #expect(none.firstIndex(of: .lineFeed, from: 9) == nil)
    #expect(none.lastIndex(of: .lineFeed, in: 0..<0) == nil)
    #expect(none.lineFeedCount() == 0 && none.lineEnd(from: 0) == 0)
  }

  @Test(arguments: [("a\nb\n", 0, 2), ("a\nb\n", 1, 2), ("a\nb\n", 2, 4), ("a\nb", 2, 3)])
  func `finds the end of a line`(text: String, index: Int, end: Int) {
    Array(text.utf8).withUnsafeBytes { #expect($0.lineEnd(from: index) == end) }
  }

  @Test(arguments: [("\u{FEFF}a", 3), ("\u{FEFF}", 3), ("a", 0), ("", 0)])
  func `finds a byte order mark`(text: String, length: Int) {
    Array(text.utf8).withUnsafeBytes { #expect($0.byteOrderMarkLength == length) }
  }
}
