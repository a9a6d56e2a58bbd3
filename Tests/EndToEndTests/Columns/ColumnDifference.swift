/// Why tmux may have other columns than the canvas: what glibc 2.36, which tmux asks, knows otherwise.
enum ColumnDifference: Hashable {
  /// Assigned after Unicode 14: tmux leaves it out.
  case newerThanItsUnicode
  /// A spacing mark (Mc): it stands in the column of its base here, and in one of its own there.
  case spacingMark
  /// Made wide by Unicode 16: trigrams, digrams, counting rods.
  case madeWide
  /// Numbers in squares (U+3248 to 324F) are ambiguous, and wide there.
  case ambiguousNumber
  /// No reason known: a fault of ours.
  case unexplained

  /// The reason that a sample may have.
  init(of sample: String) {
    let scalars = sample.unicodeScalars
    let isNewer = scalars.contains { ($0.properties.age?.major ?? 0) > 14 }
    if isNewer {
      self = .newerThanItsUnicode
    } else if scalars.contains(where: { $0.properties.generalCategory == .spacingMark }) {
      self = .spacingMark
    } else if scalars.contains(where: { Self.isMadeWide($0.value) }) {
      self = .madeWide
    } else {
      self =
        scalars.contains { (0x3248...0x324F).contains($0.value) }
        ? .ambiguousNumber : .unexplained
    }
  }

  private static func isMadeWide(_ value: UInt32) -> Bool {
    switch value {
    case 0x2630...0x2637, 0x268A...0x268F, 0x4DC0...0x4DFF, 0x1D300...0x1D376: true
    default: false
    }
  }
}
