import CNCurses
import Terminal

/// Numbers the pairs of colours that ncurses draws with.
///
/// ncurses crashes when it is asked to draw with a pair beyond its table, so the table is ours, and
/// is started again before it is full.
struct ColorPairs {
  private struct Colors: Hashable {
    let foreground: Color
    let background: Color
  }

  private let depth: ColorDepth
  private let limit: Int
  private var numbers: [Colors: Int32] = [:]

  init(depth: ColorDepth) {
    self.depth = depth
    // The number of pairs is a signed short in some terminals' descriptions.
    limit = depth == .none ? 0 : max(0, min(Int(endless_color_pairs()), 32_768) - 1)
  }

  /// Whether the table may be too full for the pairs of a frame.
  var isCrowded: Bool { limit > 0 && numbers.count > limit / 2 && limit > 256 }

  mutating func removeAll() { numbers = [:] }

  /// The number of a style's pair: 0, the terminal's own colours, where there is no other.
  mutating func number(for style: Style) -> Int32 {
    guard depth > .none else { return 0 }
    let colors = Colors(foreground: style.foreground, background: style.background)
    if colors == Colors(foreground: .default, background: .default) { return 0 }
    if let number = numbers[colors] { return number }
    guard numbers.count < limit else { return 0 }
    let number = Int32(numbers.count + 1)
    init_extended_pair(number, code(of: colors.foreground), code(of: colors.background))
    numbers[colors] = number
    return number
  }

  private func code(of color: Color) -> Int32 {
    switch color {
    case .default: -1
    case .indexed(let index): depth == .eight ? Int32(Self.nearestOfEight(index)) : Int32(index)
    }
  }

  /// The nearest of the eight colours: by thresholds in the cube, black or white for greys.
  private static func nearestOfEight(_ index: UInt8) -> UInt8 {
    switch index {
    case 0..<8: return index
    case 8..<16: return index - 8
    case 232...: return index < 244 ? 0 : 7
    default:
      let cube = index - 16
      let levels = [cube / 36, cube / 6 % 6, cube % 6]
      let bits = levels.map { $0 >= 3 ? UInt8(1) : 0 }
      return bits[0] | bits[1] << 1 | bits[2] << 2
    }
  }
}
