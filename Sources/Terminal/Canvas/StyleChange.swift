/// The sequence that turns one style into another: SGR of ECMA-48 8.3.117, colours as xterm numbers them.
package struct StyleChange {
  /// What stands between `ESC [` and `m`.
  private let parameters: [UInt8]

  /// What differs is set or taken back, or all of it is set again, whichever is shorter.
  package init(from old: Style, to new: Style) {
    let change = Self.parameters(from: old, to: new)
    guard old != .plain else {
      parameters = change
      return
    }
    var again: [UInt8] = []
    if new != .plain { again = [0x30, 0x3B] + Self.parameters(from: .plain, to: new) }
    parameters = change.count < again.count ? change : again
  }

  /// Appends the sequence.
  package func append(to bytes: inout [UInt8]) {
    bytes += [0x1B, 0x5B]
    bytes += parameters
    bytes.append(0x6D)
  }

  /// Each attribute with the numbers that set it and take it back; 22 takes back two.
  private static let attributes: [(Style.Attributes, on: Int, off: Int)] = [
    (.bold, 1, 22), (.dim, 2, 22), (.italic, 3, 23), (.underline, 4, 24), (.reverse, 7, 27),
    (.strikethrough, 9, 29),
  ]

  private static func parameters(from old: Style, to new: Style) -> [UInt8] {
    var (bytes, kept): ([UInt8], Style.Attributes) = ([], old.attributes)
    for (attribute, _, off) in attributes
    where kept.contains(attribute) && !new.attributes.contains(attribute) {
      bytes.append(parameter: off)
      kept.subtract(off == 22 ? [.bold, .dim] : attribute)
    }
    for (attribute, on, _) in attributes
    where new.attributes.contains(attribute) && !kept.contains(attribute) {
      bytes.append(parameter: on)
    }
    if new.foreground != old.foreground { bytes.append(new.foreground, tens: 3) }
    if new.background != old.background { bytes.append(new.background, tens: 4) }
    return bytes
  }
}

extension [UInt8] {
  fileprivate mutating func append(parameter number: Int) {
    if !isEmpty { append(0x3B) }
    if number >= 100 { append(0x30 + UInt8(number / 100)) }
    if number >= 10 { append(0x30 + UInt8(number / 10 % 10)) }
    append(0x30 + UInt8(number % 10))
  }

  /// - Parameter tens: 3 for the strokes, 4 for what is behind them.
  fileprivate mutating func append(_ color: Color, tens: Int) {
    switch color {
    case .default: append(parameter: tens * 10 + 9)
    case .indexed(let entry) where entry < 8: append(parameter: tens * 10 + Int(entry))
    case .indexed(let entry) where entry < 16:
      append(parameter: tens * 10 + 60 + Int(entry) - 8)
    case .indexed(let entry):
      for number in [tens * 10 + 8, 5, Int(entry)] { append(parameter: number) }
    case .rgb(let red, let green, let blue):
      for number in [tens * 10 + 8, 2, Int(red), Int(green), Int(blue)] {
        append(parameter: number)
      }
    }
  }
}
