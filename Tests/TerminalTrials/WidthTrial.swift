package import Randomness
import Terminal

/// A trial that checks the number of columns that the table gives for arbitrary code points.
package let widthTrial = Trial<UInt32>(
  "width", drawing: { Noise.drawn(from: $0) { $0.codePoints() } },
  brokenRule: { WidthRule.broken(by: $0) })

/// A rule for the number of columns of a code point.
///
/// It is based on Unicode's properties and on the blocks that East Asian Width makes wide, not on
/// the table.
enum WidthRule {
  static func broken(by values: [UInt32]) -> String? {
    values.lazy.compactMap { broken(by: $0, TextWidth.columns(of: $0)) }.first
  }

  private static func broken(by value: UInt32, _ columns: Int?) -> String? {
    guard let scalar = Unicode.Scalar(value) else {
      return columns == nil ? nil : "what is no scalar has no columns"
    }
    guard let columns else {
      return scalar.isAssigned ? "what is assigned and no control has columns" : nil
    }
    if !scalar.isAssigned { return "a control and what is not assigned has no columns" }
    if !(0...2).contains(columns) { return "there are 0 to 2 columns" }
    return brokenKind(scalar, columns)
  }

  private static func brokenKind(_ scalar: Unicode.Scalar, _ columns: Int) -> String? {
    switch scalar.properties.generalCategory {
    case .privateUse: columns == 1 ? nil : "private use is one column"
    case .spacingMark: columns > 0 ? nil : "a spacing mark has a column"
    case .nonspacingMark, .enclosingMark: columns == 0 ? nil : "another mark has no column"
    case _ where (0x1F1E6...0x1F1FF).contains(scalar.value):
      columns == 1 ? nil : "half a flag is one column"
    case _ where scalar.isWide: columns == 2 ? nil : "what is wide is two columns"
    case _ where columns == 2: scalar.mayBeWide ? nil : "what is no symbol or East Asian is narrow"
    case _ where columns == 0: scalar.mayHaveNone ? nil : "what is seen has a column"
    default: nil
    }
  }
}

extension Unicode.Scalar {
  fileprivate var isAssigned: Bool {
    switch properties.generalCategory {
    case .control, .surrogate, .unassigned: false
    default: true
    }
  }

  fileprivate var isWide: Bool {
    switch value {
    case 0x1100...0x115E, 0x3041...0x3096, 0x30A1...0x30FF, 0xAC00...0xD7A3, 0xFF01...0xFF60: true
    default: properties.isUnifiedIdeograph || properties.isEmojiPresentation
    }
  }

  fileprivate var mayBeWide: Bool {
    switch value {
    case 0x1100...0x115F, 0x2E80...0xA4CF, 0xA960...0xA97F, 0xF900...0xFAFF, 0xFE10...0xFE6F,
      0xFF00...0xFFE6, 0x16FE0...0x1B2FF, 0x1F200...0x1F2FF, 0x20000...0x3FFFD:
      true
    default:
      switch properties.generalCategory {
      case .otherSymbol, .mathSymbol, .modifierSymbol, .otherNumber, .otherPunctuation,
        .openPunctuation, .closePunctuation:
        true
      default: false
      }
    }
  }

  fileprivate var mayHaveNone: Bool {
    switch value {
    case 0x1160...0x11FF, 0xD7B0...0xD7FB, 0x2028...0x2029: true
    default: properties.isDefaultIgnorableCodePoint || properties.generalCategory == .format
    }
  }
}

extension Noise {
  /// Some code points, in all planes and beyond, many of which are next to each other.
  mutating func codePoints() -> [UInt32] {
    (0..<random.within(1...8)).flatMap { _ -> [UInt32] in
      let first = value(of: [0...0xFF, 0...0xFFFF, 0...0x1FFFF, 0...0x110000, 0...(.max)])
      return (0...UInt32(random.within(0...6))).map { first &+ $0 }
    }
  }
}
