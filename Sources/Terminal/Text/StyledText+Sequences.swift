extension StyledText {
  /// The text in UTF-8 with a sequence (SGR, ECMA-48) around each span, for a terminal that is only written
  /// to.
  ///
  /// Cost: the glyphs.
  package var sequences: [UInt8] {
    var (bytes, next): ([UInt8], Int) = ([], 0)
    for span in spans {
      bytes += text.part(next..<span.glyphs.lowerBound).description.utf8
      bytes += "\u{1B}[\(span.style.parameters)m".utf8
      bytes += text.part(span.glyphs).description.utf8
      bytes += "\u{1B}[m".utf8
      next = span.glyphs.upperBound
    }
    return bytes + text.part(next..<text.glyphs.count).description.utf8
  }
}

extension Style {
  /// What stands between `ESC [` and `m`.
  fileprivate var parameters: String {
    let attributes: [(Attributes, String)] = [
      (.bold, "1"), (.dim, "2"), (.italic, "3"), (.underline, "4"), (.reverse, "7"),
      (.strikethrough, "9"),
    ]
    let numbers =
      attributes.filter { self.attributes.contains($0.0) }.map(\.1)
      + [foreground.parameters(3), background.parameters(4)].compactMap { $0 }
    return numbers.joined(separator: ";")
  }
}

extension Color {
  /// - Parameter tens: 3 for the strokes, 4 for what is behind them.
  fileprivate func parameters(_ tens: Int) -> String? {
    switch self {
    case .default: nil
    case .indexed(let entry) where entry < 8: "\(tens)\(entry)"
    case .indexed(let entry) where entry < 16: "\(tens + 6)\(entry - 8)"
    case .indexed(let entry): "\(tens)8;5;\(entry)"
    case .rgb(let red, let green, let blue): "\(tens)8;2;\(red);\(green);\(blue)"
    }
  }
}
