import Foundation

/// A table of figures, in Markdown that is also easy to read as plain text.
struct Table {
  private var lines: [[String]] = []
  private static let head = ["", "endless", "compared with", "ratio", "target", "", "others"]

  /// Appends rows.
  mutating func add(_ rows: [Row]) { lines += rows.map(Self.cells) }

  /// The table as text.
  var text: String {
    let all = [Self.head] + lines
    let widths = Self.head.indices.map { column in all.map { $0[column].count }.max() ?? 0 }
    let rules = widths.map { String(repeating: "-", count: $0 + 2) }
    let rule = "|" + rules.joined(separator: "|") + "|"
    let texts = all.map { cells in
      let padded = zip(cells, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }
      return "| " + padded.joined(separator: " | ") + " |"
    }
    return ([texts[0], rule] + texts[1...]).joined(separator: "\n")
  }

  private static func cells(of row: Row) -> [String] {
    let named = { (figure: Row.Named) in "\(figure.name) \(row.unit.text(figure.value))" }
    return [
      row.title,
      row.endless.map(row.unit.text) ?? "",
      row.compared.map(named) ?? "",
      row.ratio.map { String(format: "%.2f", $0) } ?? "",
      row.reach?.text(row.unit) ?? "",
      row.isMet.map { $0 ? "met" : "**missed**" } ?? "",
      row.others.map(named).joined(separator: " · "),
    ]
  }
}
