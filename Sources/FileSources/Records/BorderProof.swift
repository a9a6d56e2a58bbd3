public import ByteStores

/// What reading from a known place on has said of one where a record most likely begins.
public enum BorderProof: Hashable, Sendable {
  /// It begins there.
  case proved
  /// It does not: the one that the place is in begins elsewhere.
  case wrong(FileOffset)
}

/// Borders of records that were guessed, made certain.
extension TextFileSource {
  /// How far before a place one must be known from which on it is read: 1 GiB.
  public static let furthestProof = 1 << 30

  /// Says whether a record surely begins at a place that was handed out, and at those handed out up to another.
  ///
  /// It reads on from the last place before it where that is known. What is certain then stays so; where one was wrong,
  /// they are found again by the next load.
  ///
  /// Nil where no place is known within `furthestProof`, where the file is another one by now, and when the task is
  /// cancelled. Cost: reads of 1 MiB from that place on, and their parsing; the memory of one.
  ///
  /// - Throws: what the system says.
  @concurrent public func proof(
    of place: FileOffset, through last: FileOffset
  ) async throws(FileError) -> BorderProof? {
    let rule = current.rule
    let (file, size) = try editions.current()
    guard let borders = rule.borders, place.edition == file.edition else { return nil }
    let known = borders.known
    let first = known.last(upTo: place.bytes, edition: place.edition)?.offset ?? place.bytes
    let proved = known.lastProved(upTo: first, edition: place.edition)
    // Where the beginning was dropped, a line begins at the start, but not always a record.
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

/// Goes from one border that is certain to others, however far.
private struct ProvingWalk {
  private let reader: LineReader
  private let rule: any BorderRule
  private(set) var border: RecordBorder

  /// Bytes read at once.
  private static let step = 1 << 20

  init(_ reader: LineReader, _ rule: any BorderRule, from border: RecordBorder) {
    (self.reader, self.rule, self.border) = (reader, rule, border)
  }

  /// Goes on to the record that an offset is in; false when the task is cancelled.
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
