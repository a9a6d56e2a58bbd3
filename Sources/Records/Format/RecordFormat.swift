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
  /// Comma-separated values, also those that tabs separate.
  case csv(CSVDialect)
  /// Anything else: lines.
  case text

  /// The formats by the names that a reader gives them.
  public static let named: [(name: String, format: RecordFormat)] = [
    ("text", .text), ("json", .jsonArray), ("ndjson", .ndjson), ("csv", .csv(CSVDialect())),
    ("tsv", .csv(CSVDialect(delimiter: UInt8(ascii: "\t")))),
  ]

  /// How many of the first bytes suffice to recognize a format.
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
  public static func recognized(
    in bytes: UnsafeRawBufferPointer, isComplete: Bool, name: String = ""
  ) -> RecordFormat {
    let isWhole = isComplete && bytes.count <= headSize
    let text = UnsafeRawBufferPointer(rebasing: bytes.prefix(headSize)[contentOffset(in: bytes)...])
    guard !text.contains(0) else { return .text }
    let file = FileExtension(of: name)
    if let format = JSONRecognition(text, isComplete: isWhole, file).format { return format }
    return CSVRecognition(text, isComplete: isWhole, file).dialect.map { .csv($0) } ?? .text
  }

  /// Where the first record may begin: after UTF-8's byte order mark, if the text has one.
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
