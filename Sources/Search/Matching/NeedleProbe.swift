import CSearch

/// The needles of a pattern for text in UTF-16, of which only one byte of each unit is known; they
/// can be shared between threads.
package struct UnitNeedles: Sendable {
  fileprivate let needles: [Needle]

  /// Creates the needles; nil if the pattern has no literals.
  ///
  /// Cost: a few microseconds for each character of the pattern.
  ///
  /// - Parameters:
  ///   - longest: the maximum length of a needle in units; only the start of a longer literal is
  ///     searched for.
  package init?(_ pattern: SearchPattern, longest: Int) {
    let literals = pattern.unitLiterals
    guard !literals.isEmpty else { return nil }
    needles = literals.map { Needle($0, longest: longest) }
  }
}

/// A search for needles in text in UTF-16, of which only one byte of each unit is known.
///
/// It tells only whether a match is possible. Only one thread may use it at a time.
package final class NeedleProbe {
  private let needles: [FittedNeedle]

  package init(_ needles: UnitNeedles) { self.needles = needles.needles.map(FittedNeedle.init) }

  /// Whether a match is possible in a text, which may begin and end anywhere in a line.
  ///
  /// Cost: a search of the text for each needle.
  ///
  /// - Parameter text: for each unit of the text, the byte that stands for it (`endless_byte_of`).
  package func mayMatch(in text: UnsafeRawBufferPointer) -> Bool {
    needles.contains { $0.occurs(in: text) }
  }
}

extension Needle {
  /// Creates a needle for the bytes that stand for units.
  ///
  /// Different units may have equal bytes, and bytes that are equal at one place of the needle are
  /// equal at all places. Therefore the needle may occur where the literal does not.
  fileprivate convenience init(_ literal: [UnitForms], longest: Int) {
    // For each unit, the bytes that stand for it and for the units of the other forms.
    let places = literal.flatMap { forms in
      forms.all[0].indices.map { at in forms.all.map { endless_byte_of($0[at]) } }
    }.prefix(longest)
    var fold = Array(UInt8.min...UInt8.max)
    for bytes in places {
      let equal = bytes.map { fold[Int($0)] }
      fold = fold.map { equal.contains($0) ? equal[0] : $0 }
    }
    self.init(places.map { fold[Int($0[0])] }, fold: fold)
  }
}

/// A needle whose rarest bytes are determined with the text that is searched.
private final class FittedNeedle {
  private var fitted: endless_needle
  /// The object that owns the bytes of the needle.
  private let needle: Needle
  private var isFitted = false

  /// The number of bytes of the text that are examined to determine the rarest bytes.
  private static let sample = 4 << 10

  init(_ needle: Needle) { (self.needle, fitted) = (needle, needle.needle) }

  func occurs(in text: UnsafeRawBufferPointer) -> Bool {
    guard text.count >= fitted.count else { return false }
    let start = text.baseAddress?.assumingMemoryBound(to: UInt8.self)
    if !isFitted, text.count >= Self.sample {
      isFitted = true
      endless_fit_needle(&fitted, start, Self.sample)
    }
    return endless_find(&fitted, start, text.count) >= 0
  }
}
