public import ByteStores

/// The result of verifying a guessed start of a record by reading from a known position.
public enum BorderProof: Hashable, Sendable {
  /// A record begins at the guessed place.
  case proved
  /// No record begins at the guessed place; the record that contains it begins at this position.
  case wrong(FileOffset)
}

/// The verification of guessed starts of records.
extension TextFileSource {
  /// The maximum distance in bytes between a known position and the place to verify: 1 GiB.
  public static let furthestProof = 1 << 30

  /// Verifies the start of a record at a place that was returned earlier, and the starts of the
  /// records up to another place.
  ///
  /// It reads from the last known position before the place. Verified starts are remembered; if one
  /// was wrong, the next load finds the right ones.
  ///
  /// The result is nil if no position is known within `furthestProof`, if all lines are records, if
  /// the file at the path is another one, or if the task is cancelled. Cost: reads and parses the
  /// bytes from the last known position on, 1 MiB at a time.
  ///
  /// - Throws: an error if a system call fails.
  @concurrent public func proof(
    of place: FileOffset, through last: FileOffset
  ) async throws(FileError) -> BorderProof? {
    let rule = current.rule
    let (file, size) = try editions.current()
    guard let borders = rule.borders, place.edition == file.edition else { return nil }
    let known = borders.known
    let first = known.last(upTo: place.bytes, edition: place.edition)?.offset ?? place.bytes
    let proved = known.lastProved(upTo: first, edition: place.edition)
    // If the beginning was dropped, a line begins at the start, but not always a record.
    let start = file.dropped.lineFeeds == 0 ? RecordBorder.record(at: file.start) : nil
    guard let anchor = proved ?? start,
      place.bytes - anchor.offset <= Self.furthestProof
    else { return nil }
    var walk = ProvingWalk(LineReader(file: file, size: size, rule: rule), borders, from: anchor)
    let range = first...max(place.bytes, last.bytes)
    for guess in known.guessed(in: range, edition: place.edition) {
      guard try walk.advance(to: guess.offset) else { return nil }
      known.note(walk.border, edition: place.edition)
      if walk.border.offset == guess.offset, walk.border.kind == guess.kind { continue }
      known.forgetGuesses(in: range, edition: place.edition)
      guard try walk.advance(to: place.bytes) else { return nil }
      return .wrong(
        FileOffset(bytes: min(walk.border.offset, place.bytes), edition: place.edition))
    }
    return .proved
  }
}

/// A walk from a verified border to later borders at any distance.
private struct ProvingWalk {
  private let reader: LineReader
  private let rule: any BorderRule
  private(set) var border: RecordBorder

  /// The usual number of bytes by which the walk advances at a time.
  private static let step = 1 << 20

  init(_ reader: LineReader, _ rule: any BorderRule, from border: RecordBorder) {
    (self.reader, self.rule, self.border) = (reader, rule, border)
  }

  /// Moves to the record at an offset; returns false if the task is cancelled.
  mutating func advance(to offset: Int) throws(FileError) -> Bool {
    var step = Self.step
    while border.offset < offset {
      if Task.isCancelled { return false }
      let target = min(offset, border.offset + step)
      let next = try reader.recordBorder(at: target, from: border, rule)
      if next.offset == border.offset, target == offset { break }
      step = next.offset == border.offset ? 2 * step : Self.step
      border = next
    }
    return true
  }
}
