import Bytes

/// The start of a part of a decoded file; also the length of a part.
struct PartStart {
  /// The offset in the file, at the start of a character.
  var bytes: Int
  /// The offset in the text.
  var text = 0
  /// The number of line feeds in the text before that offset.
  var feeds = 0

  static func + (start: Self, length: Self) -> Self {
    Self(
      bytes: start.bytes + length.bytes, text: start.text + length.text,
      feeds: start.feeds + length.feeds)
  }
}

/// A part of a file to decode.
struct DecodedPart {
  let number: Int
  let lower: PartStart
  let upper: PartStart
  /// The pieces of the part; nil if they are not known, or if all of them should be decoded.
  var pieces: PartPieces?
}

/// A part whose text has been measured.
struct MeasuredPart {
  let length: PartStart
  let isLast: Bool
  /// The number of characters that could not be decoded.
  var faults = 0
  /// The text; nil if it was not decoded, or if the round has decoded too many parts to keep them
  /// all.
  var text: PartText?
  /// The search during which the text was measured; nil outside a search that can skip text.
  var probes: TextProbes?
  /// The pieces of the part; nil if it was decoded, or if many of them may have a match.
  var pieces: PartPieces?
}

/// The measured parts of a file, and the text of some of them.
struct DecodedParts {
  private var starts: [PartStart]
  private var isAtEnd = false
  /// The text of parts that will probably be read soon, by the numbers of the parts.
  private var kept: [Int: PartText] = [:]
  /// The numbers of the kept parts, oldest first.
  private var order: [Int] = []
  private var keptSize = 0
  /// The most recent texts of pieces, oldest first, and the numbers of their parts.
  private var keptPieces: [(part: Int, text: PartText)] = []
  /// Memory for text, and memory for input, that no thread is currently using.
  private var texts: [PartText] = []
  var inputs: [PartInput] = []
  /// The two most recent searches, the current one last.
  private var searches: [SearchedParts] = []
  /// The maximum number of parts in the next round.
  private var mostOfNextRound = DecodedParts.mostOfRound

  static let partSize = 128 << 10
  /// The maximum number of parts that are read at once; fewer system calls take less time, and the
  /// parts still fit into the second cache of a processor.
  static let mostOfRead = 4
  /// The number of bytes after a part in which a match that begins in the part may end.
  static let margin = 2 * TextProbes.longestNeedle
  /// The maximum number of parts measured at a time if many of them are decoded; this takes a few
  /// milliseconds.
  static let mostOfRound = 32
  /// The maximum number of parts measured at a time during a search that decodes hardly any of
  /// them.
  private static let mostOfSearchingRound = 1024
  /// The maximum number of parts measured at a time if many of them may have a match, and few are
  /// decoded.
  static let mostOfMatchingRound = 256
  /// The number of most recent parts that are never dropped: if several threads read sequentially,
  /// each continues in the part where its previous read ended.
  private static let leastKept = 4
  /// The maximum number of bytes of text kept while a long file is measured, or during a search: the
  /// text ahead of the search, that of a round, and the stretches that are being searched.
  private static let mostKept = 14 << 20
  /// The number of parts after which a file counts as long.
  private let longFile: Int

  init(from mark: Int, longFile: Int) {
    starts = [PartStart(bytes: mark)]
    self.longFile = longFile
  }

  /// The end of the last part.
  var end: PartStart { starts[starts.count - 1] }

  /// The numbers of the parts to measure next; nil at the end.
  ///
  /// At the start of the file it returns few parts, because a screen waits for them.
  var nextRound: Range<Int>? {
    let count = starts.count - 1
    return isAtEnd ? nil : count..<count + min(max(1, count), mostOfNextRound)
  }

  /// Adds the parts of a round in order, and determines the maximum size of the next round.
  mutating func add(_ round: [MeasuredPart]) {
    let undecodedCount = round.count { $0.text == nil && $0.pieces != nil }
    let matchlessCount = round.count { $0.pieces.map { !$0.mayMatch } ?? false }
    mostOfNextRound =
      undecodedCount * 8 < round.count * 7
      ? Self.mostOfRound
      : matchlessCount * 8 < round.count * 7 ? Self.mostOfMatchingRound : Self.mostOfSearchingRound
    for part in round { add(part) }
  }

  /// Adds the next part; nothing is added after the last part of the file.
  private mutating func add(_ part: MeasuredPart) {
    guard !isAtEnd else {
      if let text = part.text { free(text) }
      return
    }
    isAtEnd = part.isLast
    if isAtEnd { texts = [] }
    let number = starts.count - 1
    if let text = part.text {
      if keepsTexts { keep(text, of: number) } else { free(text) }
    }
    if let probes = part.probes { note(number, part.pieces, probes) }
    if part.length.bytes > 0 { starts.append(end + part.length) }
  }

  /// The part that contains the byte at an offset in the text; nil after the last part.
  func part(at offset: Int) -> DecodedPart? {
    guard offset < end.text else { return nil }
    var (low, high) = (0, starts.count - 1)
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle].text <= offset { low = middle } else { high = middle }
    }
    return DecodedPart(
      number: low, lower: starts[low], upper: starts[high], pieces: pieces(of: low))
  }

  // MARK: Searches

  /// The current search; nil before the first one.
  var probes: TextProbes? { searches.last?.probes }

  /// Makes a search the current one, for which the following parts are measured.
  ///
  /// The results of the search before it are kept, because a filter and a search may take turns.
  mutating func search(for probes: TextProbes) {
    guard probes !== self.probes else { return }
    let known = searches.firstIndex { $0.probes === probes }
    let search = known.map { searches.remove(at: $0) } ?? SearchedParts(probes)
    searches = searches.suffix(1) + [search]
  }

  /// Returns what a search has found in a part; nil if it has not measured the part.
  func found(in part: Int, by probes: TextProbes) -> SearchedParts.Found? {
    searches.first { $0.probes === probes }?.found(part)
  }

  /// Records the pieces of a part that matches of a search may touch.
  ///
  /// - Parameter pieces: nil if the whole part may have a match.
  mutating func note(_ part: Int, _ pieces: PartPieces?, _ probes: TextProbes) {
    guard let index = searches.firstIndex(where: { $0.probes === probes }) else { return }
    searches[index].note(part, pieces)
  }

  /// The pieces of a part; nil if no search has recorded them.
  private func pieces(of part: Int) -> PartPieces? {
    for search in searches { if let pieces = search.pieces(of: part) { return pieces } }
    return nil
  }

  /// A probe of the current search; nil before the first search.
  mutating func borrowProbe() -> (any TextProbe)? {
    searches.isEmpty ? nil : searches[searches.count - 1].borrowProbe()
  }

  /// Keeps a probe of a search for another part.
  mutating func giveBack(_ probe: any TextProbe, of probes: TextProbes?) {
    guard let index = searches.firstIndex(where: { $0.probes === probes }) else { return }
    searches[index].giveBack(probe)
  }

  // MARK: Texts

  /// The kept text that contains an offset in the text of a part.
  func keptText(of part: Int, at offset: Int) -> PartText? {
    if let text = kept[part] { return text }
    return keptPieces.last { $0.part == part && $0.text.range.contains(offset) }?.text
  }

  /// The kept text of the whole part at an offset in the text of the file, from the offset on.
  func keptText(from offset: Int) -> KeptText? {
    guard let part = part(at: offset), let text = kept[part.number] else { return nil }
    let bytes = text.text(of: offset - part.lower.text..<part.upper.text - part.lower.text)
    return KeptText(bytes, of: text)
  }

  mutating func keep(piecesIn text: PartText, of part: Int) {
    if keptPieces.count == Self.leastKept { free(keptPieces.removeFirst().text) }
    keptPieces.append((part, text))
  }

  /// Whether the text of many parts is kept, because a search that follows needs it.
  var keepsTexts: Bool { starts.count > longFile || probes != nil }

  mutating func keep(_ text: PartText, of part: Int) {
    if let before = kept.updateValue(text, forKey: part) {
      keptSize -= before.count
      free(before)
    } else {
      order.append(part)
    }
    keptSize += text.count
    let most = isAtEnd || !keepsTexts ? 0 : Self.mostKept
    while order.count > Self.leastKept, keptSize > most { dropOldest() }
  }

  private mutating func dropOldest() {
    guard let text = kept.removeValue(forKey: order.removeFirst()) else { return }
    keptSize -= text.count
    free(text)
  }

  mutating func borrowText() -> PartText { texts.popLast() ?? PartText() }

  /// Keeps the memory of a text for reuse, unless enough memory is kept or another thread is still
  /// reading the text.
  mutating func free(_ text: consuming PartText) {
    // The next round needs the same amount of memory, and allocating it is slow.
    let most = isAtEnd ? Self.leastKept : Self.mostOfRound
    if isKnownUniquelyReferenced(&text), texts.count < most { texts.append(text) }
  }
}
