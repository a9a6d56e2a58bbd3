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
  /// Whether the file ends after the part; an incomplete character at its end then becomes U+FFFD.
  let isLast: Bool
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
  /// Whether a match of that search may touch the text; false only if the text was not decoded.
  var mayMatch = true
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
  /// Memory for text, and memory for input, that no thread is currently using.
  private var texts: [PartText] = []
  var inputs: [PartInput] = []
  /// The current search, and whether its matches may touch each part; nil if that is not known.
  private(set) var probes: TextProbes?
  private var mayMatch: [Bool?] = []
  /// Probes that no thread is using.
  private var idle: [any TextProbe] = []
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
  /// The number of most recent parts that are never dropped: if several threads read sequentially,
  /// each continues in the part where its previous read ended.
  private static let leastKept = 4
  /// The maximum number of bytes of text kept while a long file is measured; the text is kept
  /// because a search that follows closely needs it.
  private static let mostKept = 10 << 20
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
    let undecodedCount = round.count { !$0.mayMatch }
    mostOfNextRound =
      undecodedCount * 8 < round.count * 7 ? Self.mostOfRound : Self.mostOfSearchingRound
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
      if starts.count > longFile { keep(text, of: number) } else { free(text) }
    }
    if let probes = part.probes { note(number, mayMatch: part.mayMatch, probes) }
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
    let isLast = isAtEnd && high == starts.count - 1
    return DecodedPart(number: low, lower: starts[low], upper: starts[high], isLast: isLast)
  }

  // MARK: Parts without a match

  /// Starts to record which parts have no match of the given search, and discards the results for
  /// the previous search.
  mutating func search(for probes: TextProbes) {
    guard probes !== self.probes else { return }
    (self.probes, mayMatch, idle) = (probes, [], [])
  }

  /// Whether matches of a search may touch a part; nil if that is not known.
  func mayMatch(_ part: Int, _ probes: TextProbes) -> Bool? {
    probes === self.probes && part < mayMatch.count ? mayMatch[part] : nil
  }

  /// Records whether matches of a search may touch a part, unless the search has changed.
  mutating func note(_ part: Int, mayMatch: Bool, _ probes: TextProbes) {
    guard probes === self.probes else { return }
    let missing = part + 1 - self.mayMatch.count
    if missing > 0 { self.mayMatch += Array(repeating: nil, count: missing) }
    self.mayMatch[part] = mayMatch
  }

  mutating func borrowProbe() -> (any TextProbe)? { idle.popLast() ?? probes?.make() }

  /// Keeps a probe for the next part, unless the search has changed.
  mutating func giveBack(_ probe: any TextProbe, of probes: TextProbes?) {
    if probes === self.probes { idle.append(probe) }
  }

  // MARK: Texts

  func keptText(of part: Int) -> PartText? { kept[part] }

  mutating func keep(_ text: PartText, of part: Int) {
    if let before = kept.updateValue(text, forKey: part) {
      keptSize -= before.count
    } else {
      order.append(part)
    }
    keptSize += text.count
    let most = isAtEnd || starts.count <= longFile ? 0 : Self.mostKept
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

/// Memory for the bytes of a few parts.
final class PartInput: Sendable {
  // nonisolated(unsafe), because the compiler cannot know that only the thread that has borrowed
  // the memory writes to it.
  nonisolated(unsafe) private let bytes = UnsafeMutableRawBufferPointer.allocate(
    byteCount: DecodedParts.mostOfRead * DecodedParts.partSize + 4 + DecodedParts.margin,
    alignment: 64)
  // nonisolated(unsafe) for the same reason as `bytes`.
  nonisolated(unsafe) private let narrowed = UnsafeMutableRawBufferPointer.allocate(
    byteCount: (MeasuringTools.piece + DecodedParts.margin) / 2, alignment: 64)

  func memory(_ count: Int) -> UnsafeMutableRawBufferPointer {
    UnsafeMutableRawBufferPointer(rebasing: bytes[..<count])
  }

  /// Memory for one byte for each unit of a piece and a margin.
  var narrow: UnsafeMutableRawBufferPointer { narrowed }

  deinit {
    bytes.deallocate()
    narrowed.deallocate()
  }
}

/// Memory for the text of a part.
final class PartText: Sendable {
  // nonisolated(unsafe), because the thread that has created or borrowed the memory decodes into it
  // before other threads can see it.
  nonisolated(unsafe) private let memory = UnsafeMutableRawBufferPointer.allocate(
    byteCount: (DecodedParts.partSize + 4) * TextDecoder.growth + 12, alignment: 64)
  // nonisolated(unsafe) for the same reason as the memory.
  nonisolated(unsafe) private(set) var count = 0

  deinit { memory.deallocate() }

  func decode(
    _ bytes: Slice<UnsafeMutableRawBufferPointer>, isLast: Bool, by decoder: inout TextDecoder
  ) {
    let bytes = UnsafeRawBufferPointer(UnsafeMutableRawBufferPointer(rebasing: bytes))
    count = decoder.decode(bytes, isLast: isLast, into: memory)
  }

  func from(_ start: Int) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(memory)[start..<count])
  }

  func lineFeedCount() -> Int { from(0).lineFeedCount() }
}
