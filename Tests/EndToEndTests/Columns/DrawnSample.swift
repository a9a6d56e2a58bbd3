import Terminal

/// A sample as the program drew it and tmux took it: its number, the sample, and a bar behind it.
struct DrawnSample {
  let index: Int
  let sample: String
  /// What tmux has in the line.
  let line: String
  /// Where the line ends in tmux's grid.
  let end: Int

  /// The line of the file.
  static func line(_ index: Int, _ sample: String) -> String { number(index) + sample + "|" }

  /// The number before a sample.
  static func number(_ index: Int) -> String {
    let number = "\(index)"
    return String(repeating: "0", count: max(0, 5 - number.count)) + number
  }

  /// Whether tmux has the same scalars as were drawn, and the bar in the same column.
  var isAsDrawn: Bool {
    // Made safe with the digits, because what a scalar becomes depends on what is before it.
    let drawn = LineText(Array(Self.line(index, sample).utf8)[...]).text.text
    return end == drawn.width
      && line.unicodeScalars.elementsEqual(drawn.description.unicodeScalars)
  }
}
