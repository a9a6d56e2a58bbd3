/// A text file that was made to be shown.
struct LogFile: Sendable {
  /// Where it is.
  let path: String
  /// Its size in megabytes, of a million bytes.
  let megabytes: Int
  /// Whether parts of its lines are coloured by sequences.
  var isColored = false
  /// How its lines are written where they are records and no log.
  var records: RecordForm?

  /// What stands above its lines.
  var header: [UInt8] { records?.header ?? [] }
  /// Bytes of each line.
  var lineLength: Int {
    records?.length ?? (isColored ? LogLine.coloredLength : LogLine.length)
  }
  /// How many lines it has.
  var count: Int { megabytes * 1_000_000 / lineLength }
  /// Its size in words.
  var size: String { megabytes < 1_000 ? "\(megabytes) MB" : "\(megabytes / 1_000) GB" }
}
