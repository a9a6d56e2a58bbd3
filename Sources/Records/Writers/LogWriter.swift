import Bytes

/// A program or a library whose log lines have a known form.
///
/// It is a class with one instance for each writer, so that a `RecordFormat` with a writer stays
/// small.
public final class LogWriter: Equatable, Sendable {
  /// The name of the writer.
  public let name: String
  /// The names of the fields, in order; empty if each line contains its own names.
  public let fields: [String]
  /// An example of a line.
  let example: String
  /// A remark for the reader.
  let remark: String
  private let form: Form
  private let header: CSVHeader
  /// Whether the level precedes the time in a line; the time is the first column even then.
  private let beginsWithLevel: Bool

  /// The form of a line.
  private enum Form: Sendable {
    case parts([LogPart])
    /// Any number of names and values.
    case pairs
    /// Parts, followed by a JSON object, or by text, which is the message.
    case object([LogPart])
  }

  /// Creates a writer whose lines consist of parts.
  init(_ name: String, _ parts: [LogPart], example: String, remark: String = "") {
    (self.name, self.example, self.remark) = (name, example, remark)
    form = .parts(parts)
    var fields = parts.flatMap(\.fields)
    beginsWithLevel = fields.starts(with: ["level", "time"])
    if beginsWithLevel { fields.swapAt(0, 1) }
    (self.fields, header) = (fields, CSVHeader(fields))
  }

  /// Creates a writer whose lines consist of names and values.
  init(pairs name: String, example: String, remark: String) {
    (self.name, self.example, self.remark) = (name, example, remark)
    (form, fields, header, beginsWithLevel) = (.pairs, [], .numbered, false)
  }

  /// Creates a writer whose lines consist of parts followed by a JSON object.
  init(objects name: String, behind parts: [LogPart], example: String, remark: String) {
    (self.name, self.example, self.remark) = (name, example, remark)
    (form, fields, beginsWithLevel) = (.object(parts), [], false)
    header = CSVHeader(parts.flatMap(\.fields) + ["message"])
  }

  /// A byte order mark, which GitHub writes before the first line.
  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// Whether two writers are the same entry of the table.
  public static func == (left: LogWriter, right: LogWriter) -> Bool { left === right }

  /// The fields of a line, given without its line end, or of an entry whose further lines belong to
  /// the last field; nil if the line has another form.
  ///
  /// Cost: proportional to the number of bytes in the line.
  func record(of entry: ArraySlice<UInt8>) -> Record? {
    guard let feed = entry.firstIndex(of: .lineFeed) else { return record(ofLine: entry) }
    let first = entry[..<feed].trimmedReturn
    guard let record = record(ofLine: first) else { return nil }
    var slots = record.slots
    if case .parts = form, let last = slots.indices.last, slots[last].kind == .string,
      slots[last].notation == .plain, slots[last].value.upperBound == first.endIndex
    {
      slots[last].value = slots[last].value.lowerBound..<entry.endIndex
    }
    return Record(line: entry, slots: slots, header: record.header)
  }

  private func record(ofLine line: ArraySlice<UInt8>) -> Record? {
    let start = line.starts(with: Self.byteOrderMark) ? line.dropFirst(3) : line
    switch form {
    case .pairs: return LogPairs(start).map { Record(line: line, slots: $0.slots, header: nil) }
    case .parts(let parts):
      var scan = LogScan(start)
      guard scan.read(parts), scan.isAtEnd else { return nil }
      var slots = scan.slots
      if beginsWithLevel { slots.swapAt(0, 1) }
      return Record(line: line, slots: slots, header: header)
    case .object(let parts):
      var scan = LogScan(start)
      guard scan.read(parts) else { return nil }
      let object = try? RecordDecoder.jsonReader.record(scan.rest)
      let slots = object?.slots ?? [LogScan.message(scan.rest)]
      return Record(line: line, slots: scan.slots + slots, header: header)
    }
  }

  /// Whether a record of this writer is unlikely in other text; if the lines may have any names,
  /// one of the names must be usual in logs.
  func isLikely(_ record: Record) -> Bool {
    switch form {
    case .parts: true
    case .pairs, .object: record.hasUsualName
    }
  }
}

/// Levels implied by a status, a syslog(3) priority, or a letter.
enum LogWord: UInt8 {
  /// The levels of syslog(3) in order, and `fatal`, which syslog(3) lacks.
  case emerg, alert, crit, error, warning, notice, info, debug, fatal

  /// The word as bytes.
  var utf8: [UInt8] { Self.words[Int(rawValue)] }

  private static let words = [
    "emerg", "alert", "crit", "error", "warning", "notice", "info", "debug", "fatal",
  ].map { Array($0.utf8) }

  /// The level implied by the first digit of an HTTP status.
  init(ofStatus digit: UInt8) {
    switch digit {
    case UInt8(ascii: "5"): self = .error
    case UInt8(ascii: "4"): self = .warning
    default: self = .info
    }
  }

  /// The level of a syslog(3) priority, which is the facility times eight plus the level.
  init?(ofPriority number: Int) {
    guard (0..<192).contains(number) else { return nil }
    self.init(rawValue: UInt8(number % 8))
  }

  /// The level for the first letter of a glog line.
  init?(letter: UInt8) {
    switch letter {
    case UInt8(ascii: "I"): self = .info
    case UInt8(ascii: "W"): self = .warning
    case UInt8(ascii: "E"): self = .error
    case UInt8(ascii: "F"): self = .fatal
    default: return nil
    }
  }
}

extension ArraySlice<UInt8> {
  /// The bytes without a carriage return that belongs to the line end.
  fileprivate var trimmedReturn: ArraySlice<UInt8> {
    last == .carriageReturn ? dropLast() : self
  }
}
