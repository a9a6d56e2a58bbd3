import Foundation

/// How good a figure is to be.
enum Reach: Sendable {
  /// At most n times what it is compared with.
  case ratio(Double)
  /// At most this value.
  case most(Double)

  /// In words.
  func text(_ unit: Unit) -> String {
    switch self {
    case .ratio(let limit): "≤ \(String(format: "%g", limit)) ×"
    case .most(let limit) where limit == 0: "0"
    case .most(let limit): "≤ \(unit.text(limit))"
    }
  }
}
