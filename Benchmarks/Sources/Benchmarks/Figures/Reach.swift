import Foundation

/// The target of a figure.
enum Reach: Sendable {
  /// At most this multiple of the compared value.
  case ratio(Double)
  /// At most this value.
  case most(Double)

  /// The target as text.
  func text(_ unit: Unit) -> String {
    switch self {
    case .ratio(let limit): "≤ \(String(format: "%g", limit)) ×"
    case .most(let limit) where limit == 0: "0"
    case .most(let limit): "≤ \(unit.text(limit))"
    }
  }
}
