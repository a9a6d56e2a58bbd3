import Bytes

/// Recognizes comma-separated values, and what separates them.
///
/// Commas are in prose, logs and code too. So without a name that says so the first record has to be a header that
/// nobody would write as a sentence, and all first records need as many fields as it.
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
