import CNCurses
import Glibc
import Terminal

/// A converter of glyphs and styles into ncurses cells.
struct CursesCells {
  private let looks: TerminalLooks
  /// Whether ncurses is the only painter; anything that it cannot express is then replaced by the
  /// nearest equivalent.
  private let isAlone: Bool
  /// Whether the C library supports only ASCII.
  private let isASCII: Bool
  /// The number of available color pairs; the terminal's own colors need none.
  private let mostPairs: Int
  private var pairs: [Style: Int32] = [:]
  /// A blank in each style used so far.
  private var blanks: [Style: cchar_t] = [:]
  private var lastBlank: (style: Style, cell: cchar_t)?
  /// Whether the pairs of earlier frames have been released; if the pairs still run out, the frame
  /// itself needs too many.
  private var isCrowded = false

  init(_ screen: CursesScreen, _ looks: TerminalLooks, _ locale: TerminalLocale, isAlone: Bool) {
    (self.looks, self.isAlone, isASCII) = (looks, isAlone, locale == .ascii)
    mostPairs = max(0, screen.colorPairs - 1)
  }

  /// Converts adjacent glyphs into cells; the right half of a wide glyph has none.
  ///
  /// Cost: proportional to the number of glyphs, plus a few calls to the C library for each glyph
  /// that is not ASCII.
  ///
  /// - Throws: an error if a glyph cannot be expressed, unless ncurses is the only painter; then
  ///   only `.colorPairs`, if earlier frames use the pairs.
  mutating func cells(of glyphs: ArraySlice<StyledGlyph>) throws(Inexpressible) -> [cchar_t] {
    var cells: [cchar_t] = []
    cells.reserveCapacity(glyphs.count)
    for place in glyphs where place.glyph.width > 0 {
      var cell = try blank(in: place.style)
      if place.glyph.isASCII {
        cell.chars.0 = wchar_t(place.glyph.base)
        cells.append(cell)
      } else {
        try append(place.glyph, in: cell, &cells)
      }
    }
    return cells
  }

  /// Converts glyphs into cells in ncurses' short form, in which each cell is a number; nil if one
  /// of the glyphs has no short form.
  ///
  /// The short form is cheaper: for each cell in the long form, ncurses asks the C library for the
  /// width, and copies seven times as many bytes.
  ///
  /// - Throws: an error if a glyph cannot be expressed, unless ncurses is the only painter; then
  ///   only `.colorPairs`, if earlier frames use the pairs.
  mutating func shortCells(
    of glyphs: ArraySlice<StyledGlyph>
  ) throws(Inexpressible) -> [chtype]? {
    var cells: [chtype] = []
    cells.reserveCapacity(glyphs.count)
    for place in glyphs {
      guard place.glyph.isASCII else { return nil }
      let blank = try blank(in: place.style)
      guard blank.ext_color <= Self.mostShortPairs else { return nil }
      cells.append(blank.attr | chtype(place.glyph.base))
    }
    return cells
  }

  /// The number of pairs that the short form can represent.
  private static var mostShortPairs: Int32 { 255 }

  /// Starts a new frame.
  mutating func begin() { isCrowded = false }

  /// Releases all color pairs, so that the frame can be painted from the start.
  mutating func forgetPairs() {
    reset_color_pairs()
    (pairs, blanks, lastBlank) = ([:], [:], nil)
    isCrowded = true
  }

  // MARK: Glyphs

  private func append(
    _ glyph: Glyph, in blank: cchar_t, _ cells: inout [cchar_t]
  ) throws(Inexpressible) {
    guard !isASCII else {
      return cells += repeatElement(cell([0x3F], in: blank), count: glyph.width)
    }
    let parts = glyph.isFlag ? [[glyph.base], [glyph.mark]] : [scalars(of: glyph)]
    do throws(Inexpressible) {
      if glyph.isSequence { throw .emojiSequence }
      // Some terminals draw the mark into the column before, and ncurses would not move the cursor
      // after it.
      if glyph.isSpacingMark, !isAlone { throw .width(of: glyph.base) }
      for part in parts { try check(part, columns: glyph.width / parts.count) }
      for part in parts { cells.append(cell(part, in: blank)) }
    } catch {
      guard isAlone else { throw error }
      appendReplacement(of: glyph, in: blank, &cells)
    }
  }

  private func scalars(of glyph: Glyph) -> [UInt32] {
    glyph.mark == 0 ? [glyph.base] : [glyph.base, glyph.mark, glyph.secondMark].filter { $0 != 0 }
  }

  /// Checks that the C library, which ncurses uses, measures the expected number of columns for
  /// each scalar of a glyph.
  private func check(_ scalars: [UInt32], columns: Int) throws(Inexpressible) {
    for (index, scalar) in scalars.enumerated()
    where wcwidth(wchar_t(scalar)) != (index == 0 ? columns : 0) {
      throw .width(of: scalar)
    }
  }

  /// Creates a cell.
  ///
  /// A combination of several characters is set with setcchar(3X), which checks it; ncurses would
  /// print any characters that are written into the cell directly.
  private func cell(_ scalars: [UInt32], in blank: cchar_t) -> cchar_t {
    var cell = blank
    if scalars.count == 1 {
      cell.chars.0 = wchar_t(scalars[0])
    } else {
      var pair = blank.ext_color
      setcchar(&cell, scalars.map { wchar_t($0) } + [0], blank.attr & ~endless_color_bits, 0, &pair)
    }
    return cell
  }

  /// Appends the first picture of an emoji sequence if that picture is as wide as the glyph, and
  /// otherwise the replacement character.
  private func appendReplacement(of glyph: Glyph, in blank: cchar_t, _ cells: inout [cchar_t]) {
    let first = glyph.scalars.first?.value ?? 0
    if glyph.isSequence, wcwidth(wchar_t(first)) == glyph.width {
      cells.append(cell([first], in: blank))
    } else {
      cells.append(cell([0xFFFD], in: blank))
      if glyph.width == 2 { cells.append(blank) }
    }
  }

  // MARK: Styles

  private mutating func blank(in style: Style) throws(Inexpressible) -> cchar_t {
    if let lastBlank, lastBlank.style == style { return lastBlank.cell }
    let cell: cchar_t
    if let known = blanks[style] {
      cell = known
    } else {
      cell = try newBlank(in: looks.visible(style))
      blanks[style] = cell
    }
    lastBlank = (style, cell)
    return cell
  }

  private mutating func newBlank(in style: Style) throws(Inexpressible) -> cchar_t {
    if style.attributes.contains(.strikethrough), !isAlone { throw .strikethrough }
    var pair = try pair(of: style)
    var cell = cchar_t()
    setcchar(&cell, [0x20, 0], Self.attributes(style.attributes), 0, &pair)
    return cell
  }

  private static func attributes(_ attributes: Style.Attributes) -> attr_t {
    let all: [(Style.Attributes, attr_t)] = [
      (.bold, endless_bold), (.dim, endless_dim), (.italic, endless_italic),
      (.underline, endless_underline), (.reverse, endless_reverse),
    ]
    return all.reduce(0) { attributes.contains($1.0) ? $0 | $1.1 : $0 }
  }

  /// The number of the color pair of a style.
  private mutating func pair(of style: Style) throws(Inexpressible) -> Int32 {
    let colors = Style(foreground: style.foreground, background: style.background)
    if colors == .plain { return 0 }
    if let known = pairs[colors] { return known }
    do throws(Inexpressible) {
      if mostPairs == 0 { throw .undescribedColor }
      let (foreground, background) = (try entry(style.foreground), try entry(style.background))
      if pairs.count >= mostPairs { throw .colorPairs }
      let pair = alloc_pair(foreground, background)
      guard pair > 0 else { throw .colorPairs }
      pairs[colors] = pair
      return pair
    } catch {
      guard isAlone, error != .colorPairs || isCrowded else { throw error }
      return 0
    }
  }

  /// The number of a color in ncurses; negative for the terminal's own color.
  private func entry(_ color: Color) throws(Inexpressible) -> Int32 {
    switch color {
    case .default: -1
    case .indexed(let entry): Int32(entry)
    case .rgb: throw .mixedColor
    }
  }
}
