import Bytes

/// How a text is written: as records, or as nothing but lines.
///
/// It is the one idea of a format: what a reader asks for, what is recognized, what a file is paged by and what a
/// ``RecordDecoder`` reads. Where it is not known yet it is nil.
public enum RecordFormat: Equatable, Sendable {
  /// A value of JSON in each line, which is a record where it is an object; other lines may be between them.
  case ndjson
  /// A document of JSON: an array whose elements are records, or an object that has one.
  case jsonArray
  /// Objects of JSON one after the other, of any number of lines, as `jq` writes them.
  case jsonValues
  /// Comma-separated values, also those that tabs separate.
  case csv(CSVDialect)
  /// Lines of a log in the form of a program that is known: those that have it are records.
  case log(LogWriter)
  /// Anything else: lines.
  case text

  /// The formats by the names that a reader gives them.
  public static let named: [(name: String, format: RecordFormat)] = [
    ("text", .text), ("json", .jsonArray), ("ndjson", .ndjson), ("csv", .csv(CSVDialect())),
    ("tsv", .csv(CSVDialect(delimiter: UInt8(ascii: "\t")))),
  ]

  /// Whether it is read by the elements of an array, or as if they were some.
  package var hasElements: Bool { self == .jsonArray || self == .jsonValues }

  /// How many of the first bytes suffice to recognize a format: 1 MiB.
  public static let headSize = 1 << 20

  /// Recognizes a format by the first bytes of a text, and by its name where they do not tell.
  ///
  /// Text is what is not surely something else: prose, logs and source code are. Text with a NUL is, and so is a
  /// document of JSON that is no array of objects. Cost: the bytes are read, up to ``headSize`` of them.
  ///
  /// - Parameters:
  ///   - bytes: the bytes at hand; places are counted from the first of them.
  ///   - isComplete: whether nothing follows the bytes.
  ///   - name: a file's name or path; endings of packed files are passed over.
  ///   - choice: what a reader says of comma-separated values.
  public static func recognized(
    in bytes: UnsafeRawBufferPointer, isComplete: Bool, name: String = "",
    _ choice: CSVChoice = CSVChoice()
  ) -> RecordFormat {
    let (text, isWhole) = content(of: bytes, isComplete)
    let file = FileExtension(of: name)
    guard file == .csv || file == .tsv || !text.contains(0) else { return .text }
    if let format = JSONRecognition(text, isComplete: isWhole, file).format { return format }
    let dialect = CSVRecognition(text, isComplete: isWhole, file, choice).dialect
    if let dialect { return .csv(dialect) }
    guard file == .other else { return .text }
    return LogRecognition(text, isComplete: isWhole).writer.map { .log($0) } ?? .text
  }

  /// Whether the items are the lines of the text, whatever they say.
  public var isOfText: Bool {
    switch self {
    case .text, .log: true
    case .ndjson, .jsonArray, .jsonValues, .csv: false
    }
  }

  /// How comma-separated values are written in a text that a reader says to be some.
  ///
  /// Cost: the bytes are read, up to ``headSize`` of them.
  ///
  /// - Parameters:
  ///   - bytes: the bytes at hand; places are counted from the first of them.
  ///   - isComplete: whether nothing follows the bytes.
  ///   - choice: what else the reader says.
  public static func dialect(
    in bytes: UnsafeRawBufferPointer, isComplete: Bool, _ choice: CSVChoice
  ) -> CSVDialect {
    let (text, isWhole) = content(of: bytes, isComplete)
    return CSVRecognition(text, isComplete: isWhole, .csv, choice).chosenDialect
  }

  /// What a format is recognized by, and whether nothing follows it.
  private static func content(
    of bytes: UnsafeRawBufferPointer, _ isComplete: Bool
  ) -> (UnsafeRawBufferPointer, isWhole: Bool) {
    let text = bytes.prefix(headSize)[contentOffset(in: bytes)...]
    return (UnsafeRawBufferPointer(rebasing: text), isComplete && bytes.count <= headSize)
  }

  /// Where the first record may begin, 0 or 3: after UTF-8's byte order mark, if the text has one.
  public static func contentOffset(in bytes: UnsafeRawBufferPointer) -> Int {
    bytes.byteOrderMarkLength
  }
}

/// What the end of a file's name says of its content.
enum FileExtension {
  case ndjson
  case json
  case csv
  case tsv
  case other

  init(of name: String) {
    var parts = name.lowercased().split(separator: ".", omittingEmptySubsequences: false)
    if let last = parts.last, ["gz", "zst"].contains(last) { parts.removeLast() }
    switch parts.count > 1 ? parts.last : nil {
    case "ndjson", "jsonl": self = .ndjson
    case "json": self = .json
    case "csv": self = .csv
    case "tsv": self = .tsv
    default: self = .other
    }
  }
}
