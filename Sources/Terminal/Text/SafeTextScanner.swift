/// Turns scalars into glyphs, one at a time, in bounded memory: the rules of `SafeText`.
///
/// | what comes | what is made of it |
/// |---|---|
/// | a control of C0, DEL | its control picture, `␛` for an escape |
/// | tab · LF, CR, CR LF, U+2028, U+2029 | blanks to the next tab stop · `⏎` |
/// | C1, unassigned, noncharacters, bidi embeddings and overrides | U+FFFD |
/// | invisible characters, bidi marks, tags, variation selectors | nothing |
/// | a mark | part of the glyph before it, of `◌` at the start; a third and later ones: nothing |
/// | emoji joined to each other | the first of them |
/// | a skin tone | nothing, but where it stands alone: at the start, behind a blank |
/// | a keycap | its digit |
/// | two regional indicators | one glyph of two columns, a flag |
///
/// Joined emoji and selectors are simplified because terminals differ in their width, and one
/// column of difference breaks every column after it.
struct SafeTextScanner {
  private(set) var glyphs: [Glyph] = []
  /// The columns of the glyphs.
  private(set) var width = 0
  private let tabs: TabStops
  /// The column at which the text begins.
  private let start: Int
  /// The last scalar, whatever was made of it.
  private var previous: Unicode.Scalar = "\0"

  /// What is made of a scalar that is no control.
  private enum Role { case printable(Int), mark, invisible, forbidden }

  /// Creates a scanner that has read a text, which is to stand at a column.
  init(_ text: UTF8Span, _ tabs: TabStops, at column: Int) {
    (self.tabs, start) = (tabs, column)
    let bytes = text.span
    while width < bytes.count, bytes[width] >= 0x20, bytes[width] < 0x7F { width += 1 }
    // The ASCII at the start, most often all there is, needs no rule.
    glyphs = (0..<width).map { Glyph(base: UInt32(bytes[$0]), width: 1) }
    var scalars = text.makeUnicodeScalarIterator()
    scalars.reset(roundingForwardsFrom: width)
    while let scalar = scalars.next() { append(scalar) }
  }

  private mutating func append(_ scalar: Unicode.Scalar) {
    if scalar.value >= 0x20, scalar.value < 0x7F {
      emit(Glyph(base: scalar.value, width: 1))
    } else if !appendControl(scalar) {
      appendUncommon(scalar)
    }
    previous = scalar
  }

  private mutating func appendControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09: appendTab()
    case 0x0A where previous == "\r": break
    case 0x0A, 0x0D, 0x2028, 0x2029: emit(Glyph(base: 0x23CE, width: 1))
    case 0x00..<0x20: emit(Glyph(base: 0x2400 + scalar.value, width: 1))
    case 0x7F: emit(Glyph(base: 0x2421, width: 1))
    default: return false
    }
    return true
  }

  private mutating func appendTab() {
    let stop = tabs.next(after: start + width) - start
    while width < stop { emit(.space) }
  }

  private mutating func appendUncommon(_ scalar: Unicode.Scalar) {
    switch Self.role(of: scalar) {
    case .invisible: break
    case .forbidden: emit(.replacement)
    case .mark: addMark(scalar)
    case .printable(let width):
      if isPartOfEmoji(scalar) || addRegionalIndicator(scalar) { return }
      emit(Glyph(base: scalar.value, width: width))
    }
  }

  private static func role(of scalar: Unicode.Scalar) -> Role {
    if SafeText.isInvisible(scalar) { return .invisible }
    guard !SafeText.isForbidden(scalar), let width = TextWidth.columns(of: scalar) else {
      return .forbidden
    }
    return width == 0 ? .mark : .printable(width)
  }

  private mutating func emit(_ glyph: Glyph) {
    glyphs.append(glyph)
    width += glyph.width
  }

  /// Adds a mark to the last glyph; U+20E3 makes a keycap, whose digit says as much alone.
  private mutating func addMark(_ scalar: Unicode.Scalar) {
    guard scalar.value != 0x20E3 else { return }
    guard let last = glyphs.last else {
      return emit(Glyph(base: 0x25CC, mark: scalar.value, width: 1))
    }
    guard last.secondMark == 0, !last.isFlag else { return }
    let marks = last.mark == 0 ? (scalar.value, 0) : (last.mark, scalar.value)
    glyphs[glyphs.count - 1] = Glyph(
      base: last.base, mark: marks.0, secondMark: marks.1, width: last.width)
  }

  private mutating func addRegionalIndicator(_ scalar: Unicode.Scalar) -> Bool {
    guard Self.isRegionalIndicator(scalar.value), let last = glyphs.last, last.mark == 0,
      Self.isRegionalIndicator(last.base)
    else { return false }
    glyphs[glyphs.count - 1] = Glyph(base: last.base, mark: scalar.value, width: 2)
    width += 2 - last.width
    return true
  }

  /// Whether a scalar is one with the emoji before it: a skin tone, or one that is joined.
  private func isPartOfEmoji(_ scalar: Unicode.Scalar) -> Bool {
    guard let last = glyphs.last else { return false }
    if (0x1F3FB...0x1F3FF).contains(scalar.value) { return !last.isBlank }
    // Joiners occur between letters, too, and must not hide any.
    return previous.value == 0x200D && Self.isPictograph(scalar.value)
      && Self.isPictograph(last.base)
  }

  private static func isPictograph(_ value: UInt32) -> Bool {
    guard value > 0x7F, !isRegionalIndicator(value) else { return false }
    return Unicode.Scalar(value)?.properties.isEmoji ?? false
  }

  private static func isRegionalIndicator(_ value: UInt32) -> Bool {
    (0x1F1E6...0x1F1FF).contains(value)
  }
}
