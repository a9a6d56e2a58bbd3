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
  private var row: [cchar_t] = []

  init() {}

  /// The cells of a line, one for each glyph, but those of blanks at its end; and the columns of
  /// those.
  mutating func row(
    of canvas: Canvas, line: Int, pairs: inout ColorPairs
  ) -> (cells: [cchar_t], width: Int) {
    row.removeAll(keepingCapacity: true)
    let (glyphs, styles) = (canvas.glyphs.span, canvas.styles.span)
    let range = canvas.range(ofLine: line)
    var (index, end) = (range.lowerBound, range.upperBound)
    while end > index, glyphs[end - 1].isBlank, styles[end - 1] == .plain { end -= 1 }
    while index < end {
      let style = styles[index]
      let look = self.look(of: style, &pairs)
      let ascii = look.ascii.span
      repeat {
        let glyph = glyphs[index]
        if glyph.isASCII {
          row.append(ascii[Int(glyph.base) - 0x20])
        } else {
          append(glyph, look)
        }
        index += 1
      } while index < end && styles[index] == style
    }
    return (row, end - range.lowerBound)
  }

  private mutating func append(_ glyph: Glyph, _ look: Look) {
    guard glyph.width > 0 else { return }
    if glyph.isFlag {
      // ncurses knows no cluster of two bases: a flag is two cells of one column.
      row.append(Self.cell([glyph.base], look.attributes, look.pair))
      row.append(Self.cell([glyph.mark], look.attributes, look.pair))
    } else {
      let scalars = [glyph.base, glyph.mark, glyph.secondMark].filter { $0 != 0 }
      row.append(Self.cell(scalars, look.attributes, look.pair))
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
