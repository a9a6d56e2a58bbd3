import Bytes

/// Recognition of comma-separated values, their delimiter, and their start.
///
/// Prose, logs and code also contain commas. Therefore, if neither the file's name nor a choice
/// declares the format, all records that are examined must have the same number of fields, and the
/// first one must usually be a header that is unlikely in a sentence.
struct CSVRecognition {
  private let text: UnsafeRawBufferPointer
  private let isComplete: Bool
  private let file: FileExtension
  private let choice: CSVChoice
  private let beginning: CSVBeginning
  /// The end of the line after those that may be titles.
  private let titlesEnd: Int

  /// The number of records to examine at the start.
  private static let sampleCount = 32
  /// The largest number of title lines before the first record.
  private static let mostTitles = 8
  /// The usual delimiters; among those with equal results, the last one is used.
  private static let usual = [UInt8(ascii: "|"), .tab, UInt8(ascii: ";"), .comma]
  /// Control characters that text hardly ever contains unless they are delimiters.
  private static let controls: [UInt8] = [0x1F, 0x01]
  /// Delimiters to try if no other one fits.
  private static let rare: [UInt8] = [.colon, .space]

  init(
    _ text: UnsafeRawBufferPointer, isComplete: Bool, _ file: FileExtension, _ choice: CSVChoice
  ) {
    (self.text, self.isComplete, self.file, self.choice) = (text, isComplete, file, choice)
    beginning = CSVBeginning(of: text, choice)
    titlesEnd = text.offset(behindLines: Self.mostTitles + 1, from: beginning.offset)
  }

  /// The dialect; nil if the text is not CSV.
  var dialect: CSVDialect? {
    for delimiters in delimiters {
      // Most text is rejected here, because its first line is not a header.
      let possible = isNamed ? delimiters : delimiters.filter(mayBeginWithHeader)
      let samples = possible.compactMap(sample)
      let likely = samples.filter { sample in
        // A control character in a few records may belong to a value.
        if delimiters == Self.controls, !isEvenFromStart(sample) { return false }
        return isNamed ? sample.hasSeveralFields : sample.isCertain(choice.header)
      }
      if let best = Self.best(of: likely) { return dialect(best) }
    }
    return nil
  }

  /// The dialect of a text that the user has declared to be CSV.
  var chosenDialect: CSVDialect {
    if let dialect { return dialect }
    let delimiter = choice.delimiter ?? beginning.delimiter ?? .comma
    return dialect(sample(delimiter, from: beginning.offset))
  }

  /// Whether the file's name, a hint or the user says that the text is CSV; then its content need
  /// not prove it.
  private var isNamed: Bool {
    file == .csv || file == .tsv || beginning.delimiter != nil || choice.delimiter != nil
  }

  /// The groups of possible delimiters, the more likely groups first.
  private var delimiters: [[UInt8]] {
    if let said = choice.delimiter ?? beginning.delimiter { return [[said]] }
    let usual = file == .tsv ? Self.usual.filter { $0 != .tab } + [.tab] : Self.usual
    return [Self.controls, usual + Self.controls, Self.rare]
  }

  /// Whether the delimiter divides all records equally, from the first line on.
  private func isEvenFromStart(_ sample: CSVSample) -> Bool {
    sample.start == beginning.offset && sample.isEven
  }

  private func dialect(_ sample: CSVSample) -> CSVDialect {
    let hasHeader =
      switch choice.header {
      case .line?: true
      case CSVChoice.Header.none?: false
      case nil: sample.hasHeader
      }
    return CSVDialect(
      delimiter: sample.delimiter, hasHeader: hasHeader,
      skippedLines: text.lineCount(upTo: sample.start))
  }

  /// The best sample; a sample whose delimiter splits a quoted value is used only if the delimiters
  /// of all samples do so.
  private static func best(of likely: [CSVSample]) -> CSVSample? {
    let whole = likely.filter { !$0.splitsQuotes }
    return (whole.isEmpty ? likely : whole).reduce(nil as CSVSample?) { best, next in
      best.map { $0.isBetter(than: next) } ?? false ? best : next
    }
  }

  // MARK: Samples

  /// Whether one of the first lines contains the delimiter and, according to a cheap test, may be a
  /// header.
  private func mayBeginWithHeader(_ delimiter: UInt8) -> Bool {
    let lines = beginning.offset..<titlesEnd
    guard let place = text.firstIndex(of: delimiter, in: lines) else { return false }
    // All text has blanks, but few first lines have two in a row, so two are required.
    guard delimiter != .space || place + 1 < titlesEnd && text[place + 1].isBlank else {
      return false
    }
    if choice.header != nil { return true }
    let first = text[lines.lowerBound..<place].lastIndex(where: \.isLineEnd).map { $0 + 1 }
    return [first ?? lines.lowerBound, text.offsetBehindBlankLine(in: lines)].contains { start in
      start.map { sample(delimiter, from: $0, count: 1).hasLikelyHeader } ?? false
    }
  }

  /// The first records, read with a delimiter; nil if it is not a likely delimiter of the text.
  private func sample(_ delimiter: UInt8) -> CSVSample? {
    let all = sample(delimiter, from: beginning.offset)
    guard choice.linesBefore == nil, choice.header == nil else { return all }
    let found = all.behindTitles
    guard found.start > all.start else { return isClear(all) ? all : nil }
    let rest = sample(delimiter, from: found.start)
    let isDeclared = delimiter == choice.delimiter ?? beginning.delimiter
    guard rest.isMostlyEven, all.hasTitles(before: rest, from: found, isDeclared: isDeclared)
    else { return nil }
    return isClear(rest) ? rest : nil
  }

  /// Whether a sample is certain enough; unless they were declared, colons and blanks are
  /// delimiters only in a clear table.
  private func isClear(_ sample: CSVSample) -> Bool {
    if sample.delimiter == choice.delimiter ?? beginning.delimiter { return true }
    return switch sample.delimiter {
    case .colon: sample.isTable && sample.isEven && sample.count > 2
    case .space: sample.isTable && sample.isEven && sample.isAligned
    default: true
    }
  }

  private func sample(
    _ delimiter: UInt8, from start: Int, count: Int = sampleCount
  ) -> CSVSample {
    let reader = CSVReader(CSVDialect(delimiter: delimiter))
    var sample = CSVSample(delimiter: delimiter, start: start)
    var offset = start
    while sample.count < count,
      let extent = reader.record(at: offset, in: text, isComplete: isComplete)
    {
      let isBlank = extent.content.isEmpty
      sample.append(
        isBlank ? nil : reader.record(Array(text[extent.content])[...]), endingAt: extent.end)
      offset = extent.end
    }
    return sample
  }
}

/// The lines before the first record of a text, recognized by their content.
struct CSVBeginning {
  /// The offset at which the first record may begin.
  private(set) var offset = 0
  /// The delimiter named by the first line.
  private(set) var delimiter: UInt8?

  /// Skips as many lines as the user has chosen; without a choice, skips a hint such as `sep=;`,
  /// comments and blank lines.
  init(of text: UnsafeRawBufferPointer, _ choice: CSVChoice) {
    if let said = choice.linesBefore {
      offset = text.offset(behindLines: said, from: 0)
      return
    }
    let first = text.offsetBehindLine(at: 0)
    if let hint = Self.hint(in: text[..<first]) { (offset, delimiter) = (first, hint) }
    guard choice.header == nil else { return }
    while offset < text.count, text[offset] == UInt8(ascii: "#") || text[offset].isLineEnd {
      let next = text.offsetBehindLine(at: offset)
      // The last comment contains the names if it is divided like the next line.
      if text[offset] == UInt8(ascii: "#"), Self.isHeader(offset..<next, in: text) { return }
      offset = next
    }
  }

  /// The delimiter in a hint such as `sep=;`, which Excel reads and writes; the hint may be in
  /// quotes.
  private static func hint(in line: Slice<UnsafeRawBufferPointer>) -> UInt8? {
    let text = line.filter { !$0.isLineEnd && $0 != .quote }
    guard text.count == 5, text.prefix(4).elementsEqual("sep=".utf8), !text[4].isNamePart else {
      return nil
    }
    return text[4]
  }

  private static func isHeader(_ line: Range<Int>, in text: UnsafeRawBufferPointer) -> Bool {
    guard line.upperBound < text.count, text[line.upperBound] != UInt8(ascii: "#") else {
      return false
    }
    let next = text[line.upperBound..<text.offsetBehindLine(at: line.upperBound)]
    // If the next line has no digits, it is itself the line with the column names.
    guard next.contains(where: \.isDigit) else { return false }
    return [.tab, .comma, UInt8(ascii: ";"), UInt8(ascii: "|")].contains { (delimiter: UInt8) in
      let count = text[line].count { $0 == delimiter }
      return count > 0 && count == next.count { $0 == delimiter }
    }
  }
}

extension UnsafeRawBufferPointer {
  /// The start of the line after the first blank line in a range; nil if no line is blank.
  fileprivate func offsetBehindBlankLine(in range: Range<Int>) -> Int? {
    var offset = range.lowerBound
    while offset < range.upperBound {
      let next = offsetBehindLine(at: offset)
      if self[offset].isLineEnd { return next }
      offset = next
    }
    return nil
  }

  /// The number of lines that end before an offset.
  fileprivate func lineCount(upTo end: Int) -> Int {
    var (offset, count) = (0, 0)
    while offset < end {
      offset = offsetBehindLine(at: offset)
      count += 1
    }
    return count
  }
}
