/// A generated text file to show.
struct LogFile: Sendable {
  /// The path of the file.
  let path: String
  /// Its size in megabytes of a million bytes each.
  let megabytes: Int
  /// Whether parts of its lines are colored by escape sequences.
  var isColored = false
  /// The form of its records; nil if each line is a `LogLine`.
  var records: RecordForm?

  /// The bytes before its lines.
  var header: [UInt8] { records?.header ?? [] }
  /// The number of bytes in each line.
  var lineLength: Int {
    records?.length ?? (isColored ? LogLine.coloredLength : LogLine.length)
  }
  /// The number of lines.
  var count: Int { megabytes * 1_000_000 / lineLength }
  /// Its size as text.
  var size: String { megabytes < 1_000 ? "\(megabytes) MB" : "\(megabytes / 1_000) GB" }
}
