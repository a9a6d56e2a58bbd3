/// The parts of a decoded file that a search has measured, and the text in them that its matches may
/// touch.
struct SearchedParts {
  /// What is known of a part.
  enum Found {
    /// No match touches the part.
    case nothing
    /// A match may touch the part; the pieces are nil if they are not known, or if many of them may
    /// have a match.
    case possible(PartPieces?)
  }

  let probes: TextProbes
  /// Whether a match may touch each part; nil if that is not known.
  private var mayMatch: [Bool?] = []
  /// The pieces of the most recent parts that may have a match; the index is the remainder of the
  /// number of the part.
  private var pieces: [(part: Int, pieces: PartPieces)?] = []
  /// Probes that no thread is using.
  private var idle: [any TextProbe] = []

  /// The number of parts whose pieces are recorded; the pieces of two rounds with matches.
  private static let mostPieces = 2 * DecodedParts.mostOfMatchingRound

  init(_ probes: TextProbes) { self.probes = probes }

  /// Returns what is known of a part; nil if it has not been measured.
  func found(_ part: Int) -> Found? {
    guard part < mayMatch.count, let mayMatch = mayMatch[part] else { return nil }
    return mayMatch ? .possible(pieces(of: part)) : .nothing
  }

  /// The pieces of a part; nil if they are not known.
  func pieces(of part: Int) -> PartPieces? {
    guard !pieces.isEmpty, let found = pieces[part % Self.mostPieces], found.part == part
    else { return nil }
    return found.pieces
  }

  /// Records the pieces of a part; nil if the whole part may have a match.
  mutating func note(_ part: Int, _ pieces: PartPieces?) {
    let missing = part + 1 - mayMatch.count
    if missing > 0 { mayMatch += Array(repeating: nil, count: missing) }
    mayMatch[part] = pieces?.mayMatch ?? true
    guard let pieces, pieces.mayMatch else { return }
    if self.pieces.isEmpty { self.pieces = Array(repeating: nil, count: Self.mostPieces) }
    self.pieces[part % Self.mostPieces] = (part, pieces)
  }

  mutating func borrowProbe() -> any TextProbe { idle.popLast() ?? probes.make() }

  mutating func giveBack(_ probe: any TextProbe) { idle.append(probe) }
}
