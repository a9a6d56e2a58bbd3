public import Terminal

nonisolated extension ColumnLayout {
  /// What a value needs of its column: what kind it is, and how wide.
  public enum Measure: Hashable, Sendable {
    /// Words, which begin at the left.
    case text(width: Int)
    /// A number, which stands with its point below those of others: its columns before the point, and
    /// those from the point on.
    case number(before: Int, after: Int)
    /// What says nothing about its column, such as a value that is missing.
    case other(width: Int)

    /// Measures a text as it is drawn: a number is digits with a sign, commas, a point and an exponent,
    /// as far as it has them; an empty text is `other`.
    ///
    /// Cost: its glyphs.
    public init(_ text: SafeText) {
      if text.width == 0 {
        self = .other(width: 0)
      } else if let before = Self.columnsBeforePoint(text.glyphs) {
        self = .number(before: before, after: text.width - before)
      } else {
        self = .text(width: text.width)
      }
    }

    /// The columns of the value.
    public var width: Int {
      switch self {
      case .text(let width), .other(let width): width
      case .number(let before, let after): before + after
      }
    }

    /// Nil where glyphs are no number.
    private static func columnsBeforePoint(_ glyphs: [Glyph]) -> Int? {
      var rest = glyphs[...]
      rest.skip(atMost: 1) { $0 == "+" || $0 == "-" }
      let whole = rest.skip(while: \.isDigit)
      // Not the first: a number begins with a digit.
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
  /// Goes over characters of ASCII, and says how many there were.
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

/// What the values of a column have needed so far, in columns; it only grows.
nonisolated struct ColumnExtent: Hashable, Sendable {
  /// The widest that is no number.
  private var widest = 0
  /// Of all numbers the most columns before the point, and from the point on.
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

  /// The columns that show all of every value.
  var width: Int { max(1, widest, before + after) }

  /// A column of numbers has no words.
  var alignment: ColumnLayout.Alignment {
    before + after > 0 && !hasText ? .decimal(after: after) : .leading
  }
}
