import Bytes

/// Recognition of the writer of a log by its first lines.
///
/// The first two lines select the candidates; most text has no candidates, and recognition ends.
/// Otherwise, most of the first lines must have the form of the same candidate. Lines that continue
/// an entry, which are blank or begin with a blank, are ignored.
struct LogRecognition {
  private let text: UnsafeRawBufferPointer
  private let isComplete: Bool

  /// The number of lines to examine, from the first one on.
  private static let mostLines = 16
  /// The number of first lines that select the candidates.
  private static let decisiveLines = 2
  /// The minimum number of lines that must have the form of the writer.
  private static let leastLines = 2
  /// The largest number of bytes of a line to examine.
  private static let longest = 4 << 10

  init(_ text: UnsafeRawBufferPointer, isComplete: Bool) {
    (self.text, self.isComplete) = (text, isComplete)
  }

  /// The writer; nil if none in the table is recognized.
  var writer: LogWriter? {
    var (offset, first): (Int, [[UInt8]]) = (0, [])
    while first.count < Self.decisiveLines, let line = nextLine(&offset) {
      if !goesOn(line) { first.append(Array(line)) }
    }
    guard first.contains(where: \.mayBeOfLog) else { return nil }
    let possible = LogWriter.table.filter { writer in
      first.contains { writer.isLikely($0) }
    }
    guard !possible.isEmpty else { return nil }
    return best(of: possible)
  }

  /// The candidate whose form most lines have; nil if these are fewer than two, or at most half of
  /// the lines.
  ///
  /// Among equal candidates, the first one in the table is chosen.
  private func best(of possible: [LogWriter]) -> LogWriter? {
    let lines = lines
    var best: (writer: LogWriter, count: Int)?
    for writer in possible {
      let count = lines.count { writer.isLikely($0) }
      if count > best?.count ?? 0 { best = (writer, count) }
    }
    guard let best, best.count >= Self.leastLines, best.count * 2 > lines.count else { return nil }
    return best.writer
  }

  /// The first lines that do not continue an entry.
  private var lines: [[UInt8]] {
    var (offset, lines): (Int, [[UInt8]]) = (0, [])
    while lines.count < Self.mostLines, let line = nextLine(&offset) {
      if !goesOn(line) { lines.append(Array(line)) }
    }
    return lines
  }

  private func nextLine(_ offset: inout Int) -> Slice<UnsafeRawBufferPointer>? {
    guard let extent = RecordDecoder.line(at: offset, in: text, isComplete: isComplete) else {
      return nil
    }
    offset = extent.end
    return text[extent.content].prefix(Self.longest)
  }

  private func goesOn(_ line: Slice<UnsafeRawBufferPointer>) -> Bool {
    line.first.map(\.isBlank) ?? true
  }
}

extension Record {
  /// Names by which a text of names and values is recognized as a log.
  private static let usualNames = [
    "level", "lvl", "severity", "msg", "message", "ts", "time", "at",
  ]
  .map { Array($0.utf8) }

  /// Whether the bytes of the record contain a name that is usual in logs.
  var hasUsualName: Bool {
    slots.contains { !$0.name.isEmpty && Self.usualNames.contains(Array(name(at: $0).utf8)) }
  }
}

extension LogWriter {
  fileprivate func isLikely(_ line: [UInt8]) -> Bool {
    record(of: line[...]).map { isLikely($0) } ?? false
  }
}

extension [UInt8] {
  /// Whether a line may be in the form of a known writer, according to a quick test.
  ///
  /// It must contain a time of day, or names and values, or an object after a bar, or begin with a
  /// word in capitals and a colon. The table is created only if a line passes this test.
  fileprivate var mayBeOfLog: Bool {
    let start = prefix(Self.mostBeforeClock)
    if start.hasClock || start.count(where: { $0 == .equals }) > 1 { return true }
    if start.firstPlace(of: Self.object) != nil { return true }
    let word = prefix(while: \.isUppercase)
    return word.count > 3 && dropFirst(word.count).first == .colon
  }

  private static var object: [UInt8] { Array("| {".utf8) }

  /// The number of bytes that the test examines at the start of a line.
  private static var mostBeforeClock: Int { 300 }
}

extension ArraySlice<UInt8> {
  fileprivate var hasClock: Bool {
    indices.dropFirst(2).dropLast(2).contains {
      self[$0] == .colon && self[$0 - 1].isDigit && self[$0 - 2].isDigit && self[$0 + 1].isDigit
        && self[$0 + 2].isDigit
    }
  }
}
