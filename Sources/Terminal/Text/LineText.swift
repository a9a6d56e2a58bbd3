/// What is shown of a line's bytes: its text made safe, and each byte that is no UTF-8 by its
/// number, as `<E9>`.
///
/// Overlong forms, surrogates and what is cut off are no UTF-8 either (RFC 3629, 3). Cost: the
/// bytes.
package struct LineText {
  /// The text; what stands for bytes is in reverse, so that it is not taken for text.
  package private(set) var text: StyledText

  private let tabs: TabStops
  /// The column of the line at which the text begins.
  private let start: Int

  /// - Parameter column: the one of the line at which the bytes begin, for their tabs.
  package init(_ bytes: ArraySlice<UInt8>, _ tabs: TabStops = .usual, at column: Int = 0) {
    (self.tabs, start) = (tabs, column)
    // Almost all lines are text and nothing else.
    if let valid = String(validating: bytes, as: UTF8.self) {
      text = StyledText(SafeText(valid, tabs, at: column))
      return
    }
    text = .empty
    for part in bytes.parts { append(part.sign, part.text) }
  }

  /// Adds what stands for bytes, and the text behind it.
  private mutating func append(_ sign: String, _ rest: String) {
    // Text is made safe together with the sign before it, on which a mark may stand, and at its
    // column, for tabs. A letter of a sign is a glyph.
    let first = text.text.glyphs.count
    text.append(SafeText(sign + rest, tabs, at: start + text.width))
    text.add(Style(.reverse), to: first..<first + sign.utf8.count)
  }

  /// The text up to a number of columns of it, and not many more.
  ///
  /// - Parameter column: the one of the line at which the bytes begin, for their tabs.
  package init(
    _ bytes: ArraySlice<UInt8>, reaching columns: Int, _ tabs: TabStops = .usual, at column: Int = 0
  ) {
    var count = columns + 16
    var text = LineText(bytes.wholeScalars(count), tabs, at: column)
    // The last glyph may be half of one, and does not count.
    while count < bytes.count, text.text.width <= columns + 2 {
      count *= 2
      text = LineText(bytes.wholeScalars(count), tabs, at: column)
    }
    self = text
  }
}

extension ArraySlice<UInt8> {
  /// Bytes that are no text, as they are shown, and the text behind them, by turns; either may be
  /// none.
  fileprivate var parts: [(sign: String, text: String)] {
    var parts: [(sign: String, text: String)] = []
    var (rest, sign) = (self, "")
    while let invalid = rest.firstInvalid {
      if invalid.lowerBound > rest.startIndex {
        parts.append((sign, String(decoding: rest[..<invalid.lowerBound], as: UTF8.self)))
        sign = ""
      }
      sign += rest[invalid].map(\.sign).joined()
      rest = rest[invalid.upperBound...]
    }
    return parts + [(sign, String(decoding: rest, as: UTF8.self))]
  }

  /// The first bytes that are no part of a scalar.
  fileprivate var firstInvalid: Range<Int>? {
    do throws(UTF8.ValidationError) {
      _ = try UTF8Span(validating: span)
      return nil
    } catch {
      return startIndex + error.byteOffsets.lowerBound..<startIndex + error.byteOffsets.upperBound
    }
  }

  /// A number of bytes from the start, and up to three more that belong to the last scalar.
  fileprivate func wholeScalars(_ count: Int) -> ArraySlice<UInt8> {
    let more = dropFirst(count).prefix(3).prefix { $0 & 0xC0 == 0x80 }
    return prefix(count + more.count)
  }
}

extension UInt8 {
  /// What is shown for it where it is no text.
  fileprivate var sign: String {
    "<" + (self < 16 ? "0" : "") + String(self, radix: 16, uppercase: true) + ">"
  }
}
