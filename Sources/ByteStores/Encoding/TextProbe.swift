/// A fast test of text in an encoding other than UTF-8: it finds the parts that a search need not
/// decode.
///
/// Only one thread uses a probe at a time.
package protocol TextProbe: AnyObject, Sendable {
  /// Whether a match may touch a text, which may begin and end anywhere in a line.
  ///
  /// - Parameters:
  ///   - bytes: a byte for each unit of the text: an ASCII character, or for any other unit zero or
  ///     a byte from 0x80 on.
  ///   - signs: the characters in the text that a search treats specially.
  func mayMatch(in bytes: UnsafeRawBufferPointer, with signs: ProbedSigns) -> Bool
}

/// The characters in a text because of which a match may differ from the searched string.
package struct ProbedSigns: OptionSet, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// An escape or a backspace: a match may be colored or overstruck.
  package static let controls = Self(rawValue: 1)
  /// A letter outside ASCII whose other case is ASCII: the Kelvin sign or the long s.
  package static let foreignCases = Self(rawValue: 2)
}

/// A pattern whose search may be able to skip text without decoding it.
package protocol ProbedPattern {
  /// Creates a probe; nil if the search requires decoding the text.
  func makeProbe() -> (any TextProbe)?
}

/// A factory of the probes of one search; the identity of this object identifies the search.
package final class TextProbes: Sendable {
  /// Creates a probe; nil if the search requires decoding the text.
  package typealias Making = @Sendable () -> (any TextProbe)?

  let make: Making

  /// The maximum number of ASCII characters in a match; a longer match could cross the border of a
  /// part without being found.
  package static let longestMatch = 100

  /// - Returns: nil if the search requires decoding the text.
  package init?(_ make: @escaping Making) {
    guard make() != nil else { return nil }
    self.make = make
  }
}
