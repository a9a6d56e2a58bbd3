import Bytes

/// What records a text is made of, if any.
public enum RecordFormat: Equatable, Sendable {
  /// An object of JSON in each line; other lines may be between them.
  case ndjson
  /// An array of JSON whose elements are objects.
  case jsonArray
  /// Comma-separated values, also those that tabs separate.
  case csv(CSVDialect)
  /// Anything else.
  case text

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
