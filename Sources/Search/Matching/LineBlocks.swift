/// The lines from one on, in blocks: small ones first, because the first match may be near.
///
/// What a block is made of is found out once; that is why it is not larger still.
struct LineBlocks {
  private let text: TextLines
  private let rules: BlockRules
  private var start: Int
  private var size: Int

  static let smallest = 4 << 10
  static let largest = 64 << 10

  init(_ text: TextLines, from start: Int, _ rules: BlockRules, size: Int = smallest) {
    self.text = text
    self.rules = rules
    self.start = start
    self.size = rules.isUndivided ? text.bytes.count : size
  }

  mutating func next() -> LineBlock? {
    guard start < text.bytes.count else { return nil }
    let end = text.lineEnd(at: min(start + size, text.bytes.count) - 1)
    defer {
      start = end
      size = min(size * 2, Self.largest)
    }
    return LineBlock(start..<end, of: text, rules)
  }
}
