/// The lines of a text and their first matches: what a search of a file must find.
struct SearchModel {
  /// Where each line begins.
  private(set) var lines: [Int] = []
  /// Where each begins that matches, and where its first match does.
  private(set) var matches: [(start: Int, match: Int)] = []

  init(_ bytes: [UInt8], _ pattern: TextPattern) {
    var start = 0
    for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
      if start < bytes.count {
        lines.append(start)
        if let match = pattern.match(in: line) { matches.append((start, start + match)) }
      }
      start += line.count + 1
    }
  }
}
