import CNCurses
import Terminal

/// Makes ncurses' cells of glyphs; those of ASCII are made once for each style.
///
/// Every cell goes through setcchar(3), the one way that lets no control character out.
struct CellFactory {
  private struct Look {
    let attributes: attr_t
    let pair: Int32
    let ascii: [cchar_t]
  }

  private var looks: [Style: Look] = [:]
  /// Storage for the cells of a line, the first of which are those of the last one asked for.
  private(set) var cells: [cchar_t] = []

  init() {}

  /// Makes the cells of a line, one for each glyph, but those of blanks at its end; says how many
  /// they are, and the columns of those glyphs.
  mutating func makeRow(
    of canvas: Canvas, line: Int, pairs: inout ColorPairs
  ) -> (count: Int, width: Int) {
    let (glyphs, styles) = (canvas.glyphs.span, canvas.styles.span)
    let range = canvas.range(ofLine: line)
    var (index, end, count) = (range.lowerBound, range.upperBound, 0)
    // A glyph makes one cell, a flag two, of two columns.
    if cells.count < range.count { cells = Array(repeating: cchar_t(), count: range.count) }
    while end > index, glyphs[end - 1].isBlank, styles[end - 1] == .plain { end -= 1 }
    while index < end {
      let style = styles[index]
      let look = self.look(of: style, &pairs)
      let ascii = look.ascii.span
      var cells = self.cells.mutableSpan
      repeat {
        let glyph = glyphs[index]
        if glyph.isASCII {
          cells[count] = ascii[Int(glyph.base) - 0x20]
          count += 1
        } else {
          Self.add(glyph, look, to: &cells, &count)
        }
        index += 1
      } while index < end && styles[index] == style
    }
    return (count, end - range.lowerBound)
  }

  private static func add(
    _ glyph: Glyph, _ look: Look, to cells: inout MutableSpan<cchar_t>, _ count: inout Int
  ) {
    guard glyph.width > 0 else { return }
    // ncurses knows no cluster of two bases: a flag is two cells of one column.
    let scalars = [glyph.base, glyph.mark, glyph.secondMark].filter { $0 != 0 }
    for scalars in glyph.isFlag ? [[glyph.base], [glyph.mark]] : [scalars] {
      cells[count] = cell(scalars, look.attributes, look.pair)
      count += 1
    }
  }

  private mutating func look(of style: Style, _ pairs: inout ColorPairs) -> Look {
    if let look = looks[style] { return look }
    let attributes = Self.attributes(of: style)
    let pair = pairs.number(for: style)
    let ascii = (wchar_t(0x20)..<0x7F).map { scalar in
      var cell = cchar_t()
      endless_set_cell_of(&cell, scalar, attributes, pair)
      return cell
    }
    let look = Look(attributes: attributes, pair: pair, ascii: ascii)
    looks[style] = look
    return look
  }

  private static func cell(_ scalars: [UInt32], _ attributes: attr_t, _ pair: Int32) -> cchar_t {
    var cell = cchar_t()
    let text = scalars.map { wchar_t(bitPattern: $0) } + [0]
    endless_set_cell(&cell, text, attributes, pair)
    return cell
  }

  private static func attributes(of style: Style) -> attr_t {
    let known: [(Style.Attributes, attr_t)] = [
      (.bold, endless_bold()), (.dim, endless_dim()), (.italic, endless_italic()),
      (.underline, endless_underline()), (.reverse, endless_reverse()),
    ]
    return known.reduce(0) { style.attributes.contains($1.0) ? $0 | $1.1 : $0 }
  }
}
