import Feeds
import Terminal

/// The links of a record, one of which may be chosen.
final class DetailLinks {
  /// A link, and the row that has it.
  struct Place: Hashable {
    let row: Int
    let address: String
  }

  private(set) var all: [Place] = []
  private(set) var index: Int?

  var chosen: Place? { index.map { all[$0] } }

  /// Chooses the first one from a row on, or the one after that which is chosen; nil where there is none.
  ///
  /// Cost: the texts of all rows, of each up to 64 KiB.
  func chooseNext(of rows: [DetailRow], from start: Int) -> Place? {
    if let index {
      self.index = (index + 1) % all.count
    } else {
      all = (rows[start...] + rows[..<start]).flatMap(Self.links)
      index = all.isEmpty ? nil : 0
    }
    return chosen
  }

  func forget() { (all, index) = ([], nil) }

  /// A line of a row's text with its links underlined, and the chosen one in reverse.
  func underlined(_ text: StyledText, of row: Int) -> StyledText {
    var text = text
    for link in WebLink.all(in: text.text) {
      let isChosen = chosen == Place(row: row, address: link.address)
      text.add(Style(isChosen ? [.underline, .reverse] : .underline), to: link.glyphs)
    }
    return text
  }

  private static func links(of row: DetailRow) -> [Place] {
    guard row.childCount == nil else { return [] }
    let text = String(decoding: row.utf8.prefix(DetailLayout.mostOfText), as: UTF8.self)
    return SafeText.lines(of: text).flatMap { WebLink.all(in: $0) }.map {
      Place(row: row.id, address: $0.address)
    }
  }
}
