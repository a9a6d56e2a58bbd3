/// A fast test of text in an encoding other than UTF-8: it finds the parts that a search need not
/// decode.
///
/// Only one thread uses a probe at a time.
package protocol TextProbe: AnyObject, Sendable {
  /// Whether a match may touch a text, which may begin and end anywhere in a line.
  ///
  /// - Parameters:
  ///   - bytes: a byte for each unit of the text (`endless_byte_of`).
  ///   - hasControls: whether the text has escapes or backspaces, because of which a match may be
  ///     colored or overstruck.
  func mayMatch(in bytes: UnsafeRawBufferPointer, hasControls: Bool) -> Bool
}

/// A pattern whose search may be able to skip text without decoding it.
package protocol ProbedPattern {
  /// Creates the probes of a search; nil if the search requires decoding the text.
  func makeProbes() -> TextProbes?
}

/// A factory of the probes of one search; the identity of this object identifies the search.
package final class TextProbes: Sendable {
  /// Creates a probe; it should take little time, because other threads wait meanwhile.
  package typealias Making = @Sendable () -> any TextProbe

  let make: Making

  /// The maximum number of units for which a probe searches; a longer string could cross the border
  /// of a part without being found.
  package static let longestNeedle = 100

  package init(_ make: @escaping Making) { self.make = make }
}
