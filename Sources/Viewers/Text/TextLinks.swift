import FileSources
import Terminal

/// The links of the lines in sight, one of which may be chosen.
final class TextLinks {
  /// A link, and the line that has it.
  struct Place: Hashable {
    let line: FileOffset
    let link: WebLink
  }

  /// All that were in sight when the first was chosen.
  private(set) var all: [Place] = []
  /// Which of them is chosen.
  private(set) var index: Int?

  var chosen: Place? { index.map { all[$0] } }

  /// Chooses the first of the lines in sight, or the one after that which is chosen; nil where there is none.
  func chooseNext(of lines: [TextLine], _ rules: LineRules) -> Place? {
    if let index {
      self.index = (index + 1) % all.count
    } else {
      all = lines.flatMap { line in
        WebLink.all(in: LineText(line.bytes, rules).text.text).map {
          Place(line: line.id, link: $0)
        }
      }
      index = all.isEmpty ? nil : 0
    }
    return chosen
  }

  func forget() { (all, index) = ([], nil) }

  /// A line's text with its links underlined, and the chosen one in reverse.
  ///
  /// - Parameter isWhole: whether the text begins with the line; else none of its links is the chosen one.
  func underlined(_ text: StyledText, of line: FileOffset, isWhole: Bool) -> StyledText {
    let links = WebLink.all(in: text.text)
    guard !links.isEmpty else { return text }
    var text = text
    for link in links { text.add(Style(.underline), to: link.glyphs) }
    if isWhole, let chosen, chosen.line == line {
      text.add(Style(.reverse), to: chosen.link.glyphs)
    }
    return text
  }
}
