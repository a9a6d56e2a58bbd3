/// The sequence that changes one style into another: SGR (ECMA-48 8.3.117), with xterm's color
/// numbers.
package struct StyleChange {
  private let old: Style
  private let new: Style

  /// Creates a change between two different styles; `append(to:)` writes the shorter of two
  /// sequences: one that changes only the differences, or one that resets everything first.
  package init(from old: Style, to new: Style) { (self.old, self.new) = (old, new) }

  /// Appends the sequence.
  ///
  /// Both sequences are written in place, and the longer one is removed. Otherwise each of the
  /// dozen sequences in a colored row would allocate memory.
  package func append(to bytes: inout [UInt8]) {
    bytes.append(0x1B)
    bytes.append(0x5B)
    let start = bytes.count
    Self.appendParameters(from: old, to: new, to: &bytes)
    if old != .plain {
      let middle = bytes.count
      if new != .plain { bytes.append(0x30) }
      Self.appendParameters(from: .plain, to: new, since: middle, to: &bytes)
      if bytes.count - middle <= middle - start {
        bytes.removeSubrange(start..<middle)
      } else {
        bytes.removeSubrange(middle...)
      }
    }
    bytes.append(0x6D)
  }

  /// Each attribute with the numbers that set and reset it; 22 resets two attributes.
  private static let attributes: [(Style.Attributes, on: Int, off: Int)] = [
    (.bold, 1, 22), (.dim, 2, 22), (.italic, 3, 23), (.underline, 4, 24), (.reverse, 7, 27),
    (.strikethrough, 9, 29),
  ]

  /// Appends the parameters that change one style into another.
  ///
  /// - Parameter start: the index of the first parameter in `bytes`; by default, the end of
  ///   `bytes`.
  private static func appendParameters(
    from old: Style, to new: Style, since start: Int? = nil, to bytes: inout [UInt8]
  ) {
    let list = ParameterList(start: start ?? bytes.count)
    var kept = old.attributes
    for (attribute, _, off) in attributes
    where kept.contains(attribute) && !new.attributes.contains(attribute) {
      list.append(off, to: &bytes)
      kept.subtract(off == 22 ? [.bold, .dim] : attribute)
    }
    for (attribute, on, _) in attributes
    where new.attributes.contains(attribute) && !kept.contains(attribute) {
      list.append(on, to: &bytes)
    }
    if new.foreground != old.foreground { list.append(new.foreground, tens: 3, to: &bytes) }
    if new.background != old.background { list.append(new.background, tens: 4, to: &bytes) }
  }
}

/// Numbers separated by semicolons.
private struct ParameterList {
  let start: Int

  func append(_ number: Int, to bytes: inout [UInt8]) {
    if bytes.count > start { bytes.append(0x3B) }
    if number >= 100 { bytes.append(0x30 + UInt8(number / 100)) }
    if number >= 10 { bytes.append(0x30 + UInt8(number / 10 % 10)) }
    bytes.append(0x30 + UInt8(number % 10))
  }

  /// Appends the parameters of a color.
  ///
  /// - Parameter tens: 3 for the foreground, 4 for the background.
  func append(_ color: Color, tens: Int, to bytes: inout [UInt8]) {
    switch color {
    case .default: append(tens * 10 + 9, to: &bytes)
    case .indexed(let entry) where entry < 8: append(tens * 10 + Int(entry), to: &bytes)
    case .indexed(let entry) where entry < 16:
      append(tens * 10 + 60 + Int(entry) - 8, to: &bytes)
    case .indexed(let entry): append([tens * 10 + 8, 5, Int(entry)], to: &bytes)
    case .rgb(let red, let green, let blue):
      append([tens * 10 + 8, 2, Int(red), Int(green), Int(blue)], to: &bytes)
    }
  }

  private func append(_ numbers: [Int], to bytes: inout [UInt8]) {
    for number in numbers { append(number, to: &bytes) }
  }
}
