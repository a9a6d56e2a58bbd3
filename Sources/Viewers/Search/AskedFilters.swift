import ByteStores
import Feeds
import FileSources
import Records
import Search

/// The filters of the command line, which are parsed in the same way as those typed on a screen.
struct AskedFilters {
  /// The maximum number of items that are examined for columns and values.
  static let sampleCount = 50

  private let options: ViewerOptions
  private let file: FileStore
  private let columns: RecordColumns?
  private let form: RecordForm
  private let records: [Record]
  private let unit: MatchUnit

  /// - Parameters:
  ///   - head: the format of the records, if there are any.
  ///   - text: the text; if `head` is given, it is already set to read records of that format.
  init(_ options: ViewerOptions, _ head: RecordHead?, _ text: TextFileSource, _ file: FileStore) {
    (self.options, self.file) = (options, file)
    let items = (try? text.items(atEnd: false, of: file, count: Self.sampleCount)) ?? []
    records = items.compactMap { head?.reading.record(of: $0) }
    columns = head.map { RecordColumns($0) }
    columns?.learn(from: records)
    form = head.map { options.columns == nil ? $0.usualForm : .columns } ?? .text
    unit = text.matchUnit(in: file)
  }

  /// Parses all filters.
  ///
  /// - Throws: an error if a filter is invalid.
  func parts() throws(Failure) -> [FilterPart] {
    try FilterPart.parts(options.filters) { text throws(PatternError) in
      try reading.pattern(of: text)
    }
  }

  private var reading: QuestionReading {
    QuestionReading(
      columns: columns, names: names, column: column(meantBy:), unit: unit,
      rule: options.searchCase ?? .smart, zone: options.times, showsRecords: form != .text,
      drawing: drawing(for:)
    ) { [records, columns] column in
      guard let reading = columns?.reading else { return [] }
      return records.compactMap { column.value(in: $0, reading) }
    }
  }

  private var names: [String]? {
    columns.flatMap { $0.reading.isOfText || form == .text ? nil : Array($0.known.keys) }
  }

  private func column(meantBy name: String) -> String? {
    guard let columns else { return nil }
    if columns.isKnown(name) { return name }
    if let meant = ColumnNames.meant(by: name, among: columns.known.keys) { return meant }
    return columns.reading.isJSON && mayHaveField(name) ? name : nil
  }

  /// Whether the name of a field occurs in quotes in the text that has arrived.
  ///
  /// Cost: searches the file, because a script may name fields that do not occur in the first
  /// records.
  private func mayHaveField(_ path: String) -> Bool {
    let name = path.split(separator: ".").last ?? ""
    guard let size = try? file.size(),
      let written = try? SearchPattern("\"\(name)\"", case: .sensitive, kind: .literal)
    else { return false }
    let matcher = Matcher(written)
    return
      (try? file.contains(within: file.start..<size) { matcher.firstCandidate(in: $0) != nil })
      ?? false
  }

  private func drawing(for pattern: TextPattern) -> LogDrawing? {
    guard form == .log else { return nil }
    let shown = records.compactMap { LogRecord($0) }
    return LogDrawing(for: pattern, in: options.times, like: shown)
  }
}

extension Failure {
  /// Returns the failure for an error in a filter of the command line.
  nonisolated static func filter(_ text: String, _ error: PatternError) -> Failure {
    let place = error.offset < 0 ? "" : ", at byte \(error.offset + 1)"
    return .usage("--filter '\(text)': \(error.message)\(place)")
  }
}

extension FileStore {
  /// Whether a part of a range passes a test; consecutive parts overlap by 4 KiB.
  nonisolated fileprivate func contains(
    within range: Range<Int>, _ has: (UnsafeRawBufferPointer) -> Bool
  ) throws(FileError) -> Bool {
    let (size, shared) = (1 << 20, 4 << 10)
    for start in stride(from: range.lowerBound, to: range.upperBound, by: size - shared) {
      let bytes = try whole(start..<min(start + size, range.upperBound))
      if bytes.withUnsafeBytes(has) { return true }
    }
    return false
  }
}
