import Bytes
import Terminal

/// Values in columns of blanks, made safe for a terminal.
///
/// Rows are aligned as they come, some at a time: a column may become wider, and never narrower.
nonisolated struct AlignedRows {
  private var rows: [[SafeText]] = []
  private var widths: [Int] = []

  /// The columns of the terminal that a value is filled up to at the most, so that a long one moves no others.
  private static let widest = 40

  mutating func append(_ values: [String]) {
    let row = values.map { SafeText($0) }
    for (index, text) in row.enumerated() {
      if index == widths.count { widths.append(0) }
      widths[index] = max(widths[index], min(text.width, Self.widest))
    }
    rows.append(row)
  }

  /// Takes the rows that were added, as lines.
  mutating func take(to out: inout [UInt8]) {
    for row in rows {
      // Nothing is filled up at the end of a line.
      let last = row.lastIndex { $0.width > 0 } ?? -1
      for (index, text) in row.prefix(last + 1).enumerated() {
        out += text.description.utf8
        let blanks = index == last ? 0 : max(0, widths[index] - text.width) + 2
        out += repeatElement(UInt8(ascii: " "), count: blanks)
      }
      out.append(.lineFeed)
    }
    rows = []
  }
}
