import Bytes

/// Recognizes comma-separated values, and what separates them.
///
/// Commas are in prose, logs and code too. So without a name that says so the first record has to be a header that
/// that is unlikely in a sentence, and all first records need as many fields as it.
struct CSVRecognition {
  private let text: UnsafeRawBufferPointer
  private let isComplete: Bool
  private let file: FileExtension

  /// How many of the first records are looked at.
  private static let sampleCount = 32
  /// How many of them there have to be, unless the name tells.
  private static let leastCount = 3

  init(_ text: UnsafeRawBufferPointer, isComplete: Bool, _ file: FileExtension) {
    (self.text, self.isComplete, self.file) = (text, isComplete, file)
  }

  /// The dialect; nil if the text is none of CSV.
  var dialect: CSVDialect? {
    let isNamed = file == .csv || file == .tsv
    // Most texts end here: their first line is no header.
    let possible = isNamed ? delimiters : delimiters.filter(beginsWithHeader)
    let samples = possible.map { sample(delimitedBy: $0) }
    let likely = samples.filter { isNamed ? $0.hasSeveralFields : isCertain($0) }
    // The first of those that are as good.
    let best = likely.reduce(nil as CSVSample?) { best, next in
      best.map { $0.isBetter(than: next) } ?? false ? best : next
    }
    return best?.dialect
  }

  /// Those of files with this name come last, because the last of equals is taken.
  private var delimiters: [UInt8] {
    let all = [UInt8(ascii: "|"), .tab, UInt8(ascii: ";"), .comma]
    return file == .tsv ? all.filter { $0 != .tab } + [.tab] : all
  }

  private func isCertain(_ sample: CSVSample) -> Bool {
    sample.records.count >= Self.leastCount && sample.hasSeveralFields && sample.isEven
      && sample.hasPlainHeader
  }

  private func beginsWithHeader(delimitedBy delimiter: UInt8) -> Bool {
    let first = sample(delimitedBy: delimiter, count: 1)
    return first.hasSeveralFields && first.hasPlainHeader
  }

  private func sample(delimitedBy delimiter: UInt8, count: Int = sampleCount) -> CSVSample {
    let reader = CSVReader(CSVDialect(delimiter: delimiter))
    var (offset, records) = (0, [Record]())
    while records.count < count,
      let extent = reader.record(at: offset, in: text, isComplete: isComplete)
    {
      if !extent.content.isEmpty {
        records.append(reader.record(Array(text[extent.content])[...]))
      }
      offset = extent.end
    }
    return CSVSample(delimiter: delimiter, records: records)
  }
}

/// The first records of a text, as they are with one delimiter.
struct CSVSample {
  let delimiter: UInt8
  let records: [Record]
  /// How many records have as many fields as the first.
  private let evenCount: Int

  init(delimiter: UInt8, records: [Record]) {
    (self.delimiter, self.records) = (delimiter, records)
    evenCount = records.count { $0.count == records.first?.count }
  }

  private var header: CSVHeader? { records.first.flatMap { CSVHeader($0) } }

  var dialect: CSVDialect { CSVDialect(delimiter: delimiter, hasHeader: header != nil) }

  var hasSeveralFields: Bool { records.first.map { $0.count > 1 } ?? false }

  /// Whether all have the same number of fields.
  var isEven: Bool { evenCount == records.count }

  /// Whether the first record is a header whose names are no parts of sentences or of code.
  var hasPlainHeader: Bool {
    header != nil && (records.first?.allSatisfy { $0.value.isPlainName } ?? false)
  }

  /// More even records are better, and then more fields.
  func isBetter(than other: CSVSample) -> Bool {
    let (share, otherShare) = (
      evenCount * max(1, other.records.count), other.evenCount * max(1, records.count)
    )
    guard share == otherShare else { return share > otherShare }
    return (records.first?.count ?? 0) > (other.records.first?.count ?? 0)
  }
}

extension Value {
  /// Whether it may be a column's name: short, beginning with a letter, without blanks at its ends, of at most five
  /// words, and with brackets in pairs.
  fileprivate var isPlainName: Bool {
    let text = utf8
    guard let first = text.first, text.count <= 64, text.trimmed(\.isJSONBlank).count == text.count
    else {
      return false
    }
    guard notation == .plain else { return true }
    guard text.count(where: { $0 == 0x20 }) < 5 else { return false }
    return first.beginsName && !text.contains { $0 < 0x20 || Self.codeBytes.contains($0) }
      && Self.brackets.allSatisfy { pair in
        text.count { $0 == pair.0 } == text.count { $0 == pair.1 }
      }
  }

  /// What names of columns hardly have, and code and settings do.
  private static let codeBytes: Set<UInt8> = Set(#"{}<>=\"`"#.utf8)
  private static let brackets: [(UInt8, UInt8)] = [
    (UInt8(ascii: "("), UInt8(ascii: ")")), (.openBracket, .closeBracket),
  ]
}

extension UInt8 {
  /// Whether it is a letter, an underscore or a part of a scalar that is not ASCII.
  fileprivate var beginsName: Bool {
    isLetter || self == .underscore || self >= 0x80
  }
}
