public import Terminal

nonisolated extension ColumnLayout {
  /// The kind of a value, and the width that it needs in its column.
  public enum Measure: Hashable, Sendable {
    /// Text; all values of a column with text are aligned at the left.
    case text(width: Int)
    /// A number, whose width is split into the columns before the decimal point and those from the
    /// point on.
    case number(before: Int, after: Int)
    /// A value that does not determine the alignment of its column, such as a missing one.
    case other(width: Int)

    /// Measures text as it is drawn: a number consists of digits with an optional sign, commas, a
    /// point and an exponent; empty text is `other`.
    ///
    /// Cost: proportional to the number of glyphs.
    public init(_ text: SafeText) {
      if text.width == 0 {
        self = .other(width: 0)
      } else if let before = Self.columnsBeforePoint(text.glyphs) {
        self = .number(before: before, after: text.width - before)
      } else {
        self = .text(width: text.width)
      }
    }

    /// The width of the value in columns.
    public var width: Int {
      switch self {
      case .text(let width), .other(let width): width
      case .number(let before, let after): before + after
      }
    }

    /// The number of columns before the decimal point; nil if the glyphs are not a number.
    private static func columnsBeforePoint(_ glyphs: [Glyph]) -> Int? {
      var rest = glyphs[...]
      rest.skip(atMost: 1) { $0 == "+" || $0 == "-" }
      let whole = rest.skip(while: \.isDigit)
      // A number does not begin with a comma.
      if whole > 0 { rest.skip { $0.isDigit || $0 == "," } }
      let before = rest.startIndex
      let fraction = rest.skip(atMost: 1) { $0 == "." } > 0 ? rest.skip(while: \.isDigit) : 0
      guard whole + fraction > 0 else { return nil }
      if rest.skip(atMost: 1, while: { $0 == "e" || $0 == "E" }) > 0 {
        rest.skip(atMost: 1) { $0 == "+" || $0 == "-" }
        guard rest.skip(while: \.isDigit) > 0 else { return nil }
      }
      return rest.isEmpty ? before : nil
    }
  }
}

nonisolated extension ArraySlice<Glyph> {
  /// Skips ASCII characters that satisfy a condition, up to a maximum number; returns how many it
  /// skipped.
  @discardableResult
  fileprivate mutating func skip(
    atMost most: Int = .max, while isWanted: (Unicode.Scalar) -> Bool
  ) -> Int {
    let end = prefix(most).firstIndex { glyph in
      !glyph.isASCII || !(Unicode.Scalar(glyph.base).map(isWanted) ?? false)
    }
    let start = startIndex
    self = self[(end ?? startIndex + Swift.min(count, most))...]
    return startIndex - start
  }
}

nonisolated extension Unicode.Scalar {
  fileprivate var isDigit: Bool { ("0"..."9").contains(self) }
}

/// The width that the values of a column have needed so far, in columns of the screen; it only
/// grows.
nonisolated struct ColumnExtent: Hashable, Sendable {
  /// The width of the widest value that is not a number.
  private var widest = 0
  /// The largest number of columns before the decimal point, and the largest from the point on.
  private var before = 0
  private var after = 0
  private var hasText = false

  mutating func include(_ value: ColumnLayout.Measure) {
    switch value {
    case .text(let width): (widest, hasText) = (max(widest, width), true)
    case .other(let width): widest = max(widest, width)
    case .number(let before, let after):
      (self.before, self.after) = (max(self.before, before), max(self.after, after))
    }
  }

  /// The width that shows every value completely.
  var width: Int { max(1, widest, before + after) }

  /// The alignment of the column, which is numeric if it has numbers and no text.
  var alignment: ColumnLayout.Alignment {
    before + after > 0 && !hasText ? .decimal(after: after) : .leading
  }
}
