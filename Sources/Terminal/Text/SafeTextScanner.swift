/// A scanner that converts scalars into glyphs one by one, by the rules of `SafeText`.
///
/// | character | result |
/// |---|---|
/// | a control of C0, DEL | its control picture, `␛` for an escape |
/// | tab · LF, CR, CR LF, U+2028, U+2029 | blanks to the next tab stop · `⏎` |
/// | a character without a width or a meaning on a screen | its code point, `<U+200B>` |
/// | a spacing mark | a glyph, at the start after `◌`; its code point after a flag, an emoji sequence or a code point |
/// | another mark | part of the glyph before it, or of `◌` at the start; its code point if that glyph cannot take it |
/// | a non-joiner after a letter of a joining script | a mark |
/// | a joiner after such a letter | nothing: it only selects a form |
/// | a joiner between emoji, one selector after a character with variants | nothing: it only selects a form |
/// | two regional indicators | one glyph of two columns, a flag |
/// | an emoji sequence | one glyph of two columns if the terminal shows it as one, else its parts |
///
/// By default joined emoji are shown side by side, because terminals differ in the width of the
/// sequence, and a difference of one column shifts all columns after it.
struct SafeTextScanner {
  private(set) var glyphs: [Glyph] = []
  /// The total width of the glyphs in columns.
  private(set) var width = 0
  /// The ranges of glyphs that show a code point or a byte, such as `<U+200B>` or `<E9>`.
  private(set) var signs: [Range<Int>] = []
  /// Whether the text has an emoji sequence that is split into parts.
  private(set) var hasParts = false
  private let tabs: TabStops
  /// Whether an emoji sequence is one glyph.
  private let joinsEmoji: Bool
  /// The column at which the text begins.
  private let start: Int
  /// The last scalar, even if it was not shown; U+0000 if the next scalar does not depend on it.
  private var previous: Unicode.Scalar = "\0"
  /// The index of a glyph that is shown separately, although it forms a sequence with the glyph
  /// before it; -1 if there is none.
  private var joined = -1

  /// Creates a scanner for text that begins at the given column.
  init(_ tabs: TabStops, at column: Int, joinsEmoji: Bool = false) {
    (self.tabs, start, self.joinsEmoji) = (tabs, column, joinsEmoji)
  }

  /// Reserves memory for the given number of bytes, which may be read in several parts.
  mutating func reserve(_ count: Int) { glyphs.reserveCapacity(count) }

  /// Reads the next part of the text.
  ///
  /// It may change the last glyph of the previous part, but never removes a glyph of that part.
  mutating func read(_ text: UTF8Span) {
    previous = "\0"
    let bytes = text.span
    var count = 0
    while count < bytes.count, bytes[count] >= 0x20, bytes[count] < 0x7F { count += 1 }
    // ASCII characters at the start, which are often the whole text, are not subject to any rule.
    if count > 0 {
      for index in 0..<count { glyphs.append(Glyph(base: UInt32(bytes[index]), width: 1)) }
      width += count
      previous = Unicode.Scalar(bytes[count - 1])
    }
    guard count < bytes.count else { return }
    var scalars = text.makeUnicodeScalarIterator()
    scalars.reset(roundingForwardsFrom: count)
    while let scalar = scalars.next() {
      if EmojiSequence.mayGoOn(with: scalar),
        let end = appendSequence(with: scalar, in: text, scalars.currentCodeUnitOffset)
      {
        scalars.reset(roundingForwardsFrom: end)
      } else {
        append(scalar)
      }
    }
  }

  /// Appends a sign, such as `<E9>`, for a byte or a scalar that cannot be shown as text.
  mutating func read(sign: String) {
    let first = glyphs.count
    for byte in sign.utf8 { emit(Glyph(base: UInt32(byte), width: 1)) }
    signs.append(first..<glyphs.count)
    previous = "\0"
  }

  // MARK: Emoji sequences

  /// Combines the last glyph and the following scalars into an emoji sequence.
  ///
  /// It is separate from the reading loop, because the loop would otherwise be a tenth slower for
  /// all text beyond ASCII.
  ///
  /// - Parameter offset: the offset after the scalar.
  /// - Returns: the offset after the sequence; nil if there is none, or if its parts are shown.
  @inline(never) private mutating func appendSequence(
    with scalar: Unicode.Scalar, in text: UTF8Span, _ offset: Int
  ) -> Int? {
    guard joinsEmoji || !hasParts, let last = glyphs.last, last.base == previous.value,
      last.mark == 0
    else { return nil }
    let scalars = [previous, scalar] + text.scalars(from: offset, most: EmojiSequence.lookahead)
    let isJoined = joined == glyphs.count - 1
    guard let (sequence, end) = EmojiSequence.read(scalars[...], joins: !isJoined) else {
      return nil
    }
    guard joinsEmoji else {
      hasParts = true
      return nil
    }
    glyphs.removeLast()
    width -= last.width
    emit(Glyph(sequence))
    // The sequence is complete: the next scalar is separate.
    previous = "\0"
    return offset + scalars[2..<end].reduce(0) { $0 + UTF8.width($1) }
  }

  // MARK: Scalars

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
    guard !SafeText.isInvisible(scalar), !SafeText.isForbidden(scalar),
      let width = TextWidth.columns(of: scalar)
    else { return appendInvisible(scalar) }
    if width == 0 { return addMark(scalar) }
    if scalar.isSpacingMark { return appendSpacingMark(scalar, width) }
    if previous.value == 0x200D, scalar.mayBePictograph, !scalar.isSkinTone { dropJoiner() }
    if !addRegionalIndicator(scalar) { emit(Glyph(base: scalar.value, width: width)) }
  }

  /// Removes the glyphs `<U+200D>` of a joiner that turns out to be between two emoji, which it
  /// joins.
  private mutating func dropJoiner() {
    guard let sign = signs.last, sign.upperBound == glyphs.count, sign.lowerBound > 0,
      glyphs[sign.lowerBound - 1].isPictograph
    else { return }
    signs.removeLast()
    glyphs.removeSubrange(sign)
    width -= sign.count
    joined = glyphs.count
  }

  /// Omits a scalar that cannot be shown as itself, adds it to the last glyph, or shows its code
  /// point.
  private mutating func appendInvisible(_ scalar: Unicode.Scalar) {
    switch scalar.value {
    case 0xFE0E...0xFE0F where previous.mayBePictograph: break
    case 0xE0100...0xE01EF where previous.properties.isIdeographic: break
    case 0x200C where glyphs.last?.isOfJoiningScript == true: addMark(scalar)
    // The joiner is omitted, because tmux would put the next character into the same column.
    case 0x200D where glyphs.last?.isOfJoiningScript == true: break
    default: emit(numberOf: scalar)
    }
  }

  private mutating func emit(_ glyph: Glyph) {
    glyphs.append(glyph)
    width += glyph.width
  }

  private mutating func emit(numberOf scalar: Unicode.Scalar) {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    read(sign: "<U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits + ">")
  }

  /// Adds a mark to the last glyph, or shows the mark's code point if the glyph cannot take it, for
  /// example because it already has two marks.
  private mutating func addMark(_ scalar: Unicode.Scalar) {
    guard let last = glyphs.last else {
      return emit(Glyph(base: 0x25CC, mark: scalar.value, width: 1))
    }
    guard last.secondMark == 0, !last.isFlag, !last.isSequence,
      signs.last?.upperBound != glyphs.count
    else { return emit(numberOf: scalar) }
    let marks = last.mark == 0 ? (scalar.value, 0) : (last.mark, scalar.value)
    glyphs[glyphs.count - 1] = Glyph(
      base: last.base, mark: marks.0, secondMark: marks.1, width: last.width)
  }

  /// Appends a mark that takes columns; shows the mark's code point after a flag, an emoji sequence
  /// or a code point.
  ///
  /// At the start of the text, `◌` is put before the mark, because some terminals draw a mark into
  /// the column of the glyph to its left.
  private mutating func appendSpacingMark(_ scalar: Unicode.Scalar, _ width: Int) {
    if let last = glyphs.last {
      guard !last.isFlag, !last.isSequence, signs.last?.upperBound != glyphs.count else {
        return emit(numberOf: scalar)
      }
    } else {
      emit(Glyph(base: 0x25CC, width: 1))
    }
    emit(Glyph(base: scalar.value, width: width))
  }

  private mutating func addRegionalIndicator(_ scalar: Unicode.Scalar) -> Bool {
    guard scalar.isRegionalIndicator, let last = glyphs.last, last.mark == 0,
      Unicode.Scalar(last.base)?.isRegionalIndicator == true
    else { return false }
    glyphs[glyphs.count - 1] = Glyph(base: last.base, mark: scalar.value, width: 2)
    width += 2 - last.width
    return true
  }
}

extension Glyph {
  fileprivate var isPictograph: Bool {
    isSequence || Unicode.Scalar(base).map { $0.value > 0x7F && $0.mayBePictograph } ?? false
  }

  /// Whether the glyph belongs to a script that may join letters, in which joiners have a meaning:
  /// the scripts from Arabic to Myanmar, Khmer and Mongolian, and the presentation forms of Arabic.
  fileprivate var isOfJoiningScript: Bool {
    switch base {
    case 0x0600...0x109F, 0x1780...0x18AF, 0xFB50...0xFDFF, 0xFE70...0xFEFC: true
    default: false
    }
  }
}

extension Unicode.Scalar {
  fileprivate var mayBePictograph: Bool { !isRegionalIndicator && properties.isEmoji }
}

extension UTF8Span {
  /// At most `most` scalars, starting at an offset.
  fileprivate func scalars(from offset: Int, most: Int) -> [Unicode.Scalar] {
    var iterator = makeUnicodeScalarIterator()
    iterator.reset(roundingForwardsFrom: offset)
    var scalars: [Unicode.Scalar] = []
    while scalars.count < most, let next = iterator.next() { scalars.append(next) }
    return scalars
  }
}
