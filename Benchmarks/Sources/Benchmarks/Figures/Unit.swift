import Foundation

/// The unit of a figure.
enum Unit: Sendable {
  case seconds
  case bytes
  case memory
  case times
  case processors

  /// A value as text, with its unit except for counts and processors.
  ///
  /// Bytes and counts are exact. Other values are usually rounded to three digits.
  func text(_ value: Double) -> String {
    switch self {
    case .seconds: Self.time(value)
    case .bytes: "\(Int(value)) B"
    case .memory: Self.threeDigits(value / 1_048_576) + " MiB"
    case .times: "\(Int(value))"
    case .processors: String(format: "%.2f", value)
    }
  }

  private static func time(_ seconds: Double) -> String {
    switch seconds {
    case ..<0.000_001: threeDigits(seconds * 1e9) + " ns"
    case ..<0.000_1: threeDigits(seconds * 1e6) + " µs"
    case ..<1: threeDigits(seconds * 1e3) + " ms"
    default: threeDigits(seconds) + " s"
    }
  }

  private static func threeDigits(_ value: Double) -> String {
    let decimals = value < 1 ? 3 : value < 10 ? 2 : value < 100 ? 1 : 0
    return String(format: "%.\(decimals)f", value)
  }
}
