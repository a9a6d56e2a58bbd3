import Bytes

/// The format of a text: a kind of records, or plain lines.
///
/// The same type is used for the user's choice, recognition, paging and ``RecordDecoder``. A value
/// of nil means that the format is not known yet.
public enum RecordFormat: Equatable, Sendable {
  /// A JSON value on each line, which is a record if it is an object; other lines may be between
  /// the records.
  case ndjson
  /// A JSON document: an array whose elements are records, or an object that contains such an
  /// array.
  case jsonArray
  /// Consecutive JSON objects of any number of lines, as written by `jq`.
  case jsonValues
  /// Comma-separated values, including tab-separated ones.
  case csv(CSVDialect)
  /// A log in the form of a known program: the lines in that form are records.
  case log(LogWriter)
  /// Any other text, as lines.
  case text

  /// The formats that the user can choose, with the names to type.
  public static let named: [(name: String, format: RecordFormat)] = [
    ("text", .text), ("json", .jsonArray), ("ndjson", .ndjson), ("csv", .csv(CSVDialect())),
    ("tsv", .csv(CSVDialect(delimiter: UInt8(ascii: "\t")))),
  ]

  /// Whether the text is read as the elements of an array; consecutive values are read in the same
  /// way.
  package var hasElements: Bool { self == .jsonArray || self == .jsonValues }

  /// The number of first bytes that suffice to recognize a format: 1 MiB.
  public static let headSize = 1 << 20

  /// Recognizes a format by the first bytes of a text, and by the file's name if they do not
  /// suffice.
  ///
  /// Everything that is not certainly another format is text: prose, source code, logs of unknown
  /// programs, and a JSON document that is not an array of objects. A file with a NUL is text, too,
  /// unless its name declares CSV or TSV. Cost: proportional to the number of bytes, up to
  /// ``headSize``.
  ///
  /// - Parameters:
  ///   - bytes: the available bytes; offsets are relative to the first of them.
  ///   - isComplete: whether the text ends with the bytes.
  ///   - name: the name or path of the file; the suffix of a compressed file, such as `.gz`, is
  ///     ignored.
  ///   - choice: the user's choices for comma-separated values.
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

  /// Whether a file's name declares a format of consecutive records.
  package static func isDeclared(byName name: String) -> Bool {
    switch FileExtension(of: name) {
    case .ndjson, .csv, .tsv: true
    case .json, .other: false
    }
  }

  /// Whether the items are the lines of the text, even if they have fields.
  public var isOfText: Bool {
    switch self {
    case .text, .log: true
    case .ndjson, .jsonArray, .jsonValues, .csv: false
    }
  }

  /// The dialect of a text that the user has declared to be comma-separated values.
  ///
  /// Cost: proportional to the number of bytes, up to ``headSize``.
  ///
  /// - Parameters:
  ///   - bytes: the available bytes; offsets are relative to the first of them.
  ///   - isComplete: whether the text ends with the bytes.
  ///   - choice: the user's other choices.
  public static func dialect(
    in bytes: UnsafeRawBufferPointer, isComplete: Bool, _ choice: CSVChoice
  ) -> CSVDialect {
    let (text, isWhole) = content(of: bytes, isComplete)
    return CSVRecognition(text, isComplete: isWhole, .csv, choice).chosenDialect
  }

  /// The bytes used for recognition, and whether the text ends with them.
  private static func content(
    of bytes: UnsafeRawBufferPointer, _ isComplete: Bool
  ) -> (UnsafeRawBufferPointer, isWhole: Bool) {
    let text = bytes.prefix(headSize)[contentOffset(in: bytes)...]
    return (UnsafeRawBufferPointer(rebasing: text), isComplete && bytes.count <= headSize)
  }

  /// The offset at which the first record may begin: 3 after a UTF-8 byte order mark, otherwise 0.
  public static func contentOffset(in bytes: UnsafeRawBufferPointer) -> Int {
    bytes.byteOrderMarkLength
  }
}

/// The format declared by a file name extension.
enum FileExtension {
  case ndjson
  case json
  case csv
  case tsv
  case other

  init(of name: String) {
    var parts = name.lowercased().split(separator: ".", omittingEmptySubsequences: false)
    if let last = parts.last, ["gz", "zst", "xz", "bz2"].contains(last) { parts.removeLast() }
    switch parts.count > 1 ? parts.last : nil {
    case "ndjson", "jsonl": self = .ndjson
    case "json": self = .json
    case "csv": self = .csv
    case "tsv": self = .tsv
    default: self = .other
    }
  }
}
