/// A fast test of text in an encoding other than UTF-8: it finds the parts that a search need not
/// decode.
///
/// Only one thread uses a probe at a time.
package protocol TextProbe: AnyObject, Sendable {
  /// Whether a match may touch the bytes, which may begin and end anywhere.
  ///
  /// - Parameter hasControls: whether the text has an escape or a backspace.
  func mayMatch(in bytes: UnsafeRawBufferPointer, hasControls: Bool) -> Bool
}

/// A pattern that can be searched for in text that is not UTF-8.
package protocol ProbedPattern {
  /// Creates a probe; nil if the pattern cannot be searched for.
  ///
  /// - Parameter encode: takes an ASCII character, and returns its bytes in the encoding.
  func makeProbe(_ encode: (UInt8) -> [UInt8]) -> (any TextProbe)?
}

/// A factory of the probes of one search; the identity of this object identifies the search.
package final class TextProbes: Sendable {
  /// Creates a probe; nil if the search cannot be made in another encoding.
  ///
  /// - Parameter encode: takes an ASCII character, and returns its bytes in the encoding.
  package typealias Making = @Sendable (_ encode: (UInt8) -> [UInt8]) -> (any TextProbe)?

  private let make: Making

  /// The maximum size of a match in ASCII; longer matches may cross the border of a part without
  /// being found.
  package static let longestMatch = 100

  /// - Returns: nil if the search cannot be made in another encoding.
  package init?(_ make: @escaping Making) {
    guard make({ [$0] }) != nil else { return nil }
    self.make = make
  }

  func probe(_ encoding: TextEncoding) -> (any TextProbe)? {
    guard case .utf16(let isBigEndian) = encoding else { return nil }
    return make { isBigEndian ? [0, $0] : [$0, 0] }
  }
}
