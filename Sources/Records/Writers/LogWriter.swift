import Bytes

/// A program, or a library, whose lines of a log have a form that is known.
///
/// There is one of each, so that a format that has one stays small.
public final class LogWriter: Equatable, Sendable {
  /// What it is called.
  public let name: String
  /// The names of the fields, in their order; none where each line brings its own.
  public let fields: [String]
  /// A line in its form, as its documentation has one.
  let example: String
  /// What a reader should know.
  let remark: String
  private let form: Form
  private let header: CSVHeader
  /// Whether the level stands before the time, which is the first column all the same.
  private let beginsWithLevel: Bool

  /// How a line is read.
  private enum Form: Sendable {
    case parts([LogPart])
    /// Names and values, as many as there are.
    case pairs
    /// Parts, and then an object of JSON, or a text that is the message.
    case object([LogPart])
  }

  /// Creates one whose lines have parts in an order.
  init(_ name: String, _ parts: [LogPart], example: String, remark: String = "") {
    (self.name, self.example, self.remark) = (name, example, remark)
    form = .parts(parts)
    var fields = parts.flatMap(\.fields)
    beginsWithLevel = fields.starts(with: ["level", "time"])
    if beginsWithLevel { fields.swapAt(0, 1) }
    (self.fields, header) = (fields, CSVHeader(fields))
  }

  /// Creates one whose lines are names and values.
  init(pairs name: String, example: String, remark: String) {
    (self.name, self.example, self.remark) = (name, example, remark)
    (form, fields, header, beginsWithLevel) = (.pairs, [], .numbered, false)
  }

  /// Creates one whose lines have parts in an order, and behind them an object of JSON.
  init(objects name: String, behind parts: [LogPart], example: String, remark: String) {
    (self.name, self.example, self.remark) = (name, example, remark)
    (form, fields, beginsWithLevel) = (.object(parts), [], false)
    header = CSVHeader(parts.flatMap(\.fields) + ["message"])
  }

  /// What GitHub has before the first line.
  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// Whether they are the same entry of the table.
  public static func == (left: LogWriter, right: LogWriter) -> Bool { left === right }

  /// The fields of a line without its end, or of an entry of several lines, of which those behind the first go on with
  /// its last field; nil of one in another form.
  ///
  /// Cost: the bytes of the line.
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
      var scan = LogScan(start, fieldCount: fields.count)
      guard scan.read(parts), scan.isAtEnd else { return nil }
      var slots = scan.slots
      if beginsWithLevel { slots.swapAt(0, 1) }
      return Record(line: line, slots: slots, header: header)
    case .object(let parts):
      var scan = LogScan(start, fieldCount: header.count)
      guard scan.read(parts) else { return nil }
      let object = try? RecordDecoder.jsonReader.record(scan.rest)
      let slots = object?.slots ?? [LogScan.message(scan.rest)]
      return Record(line: line, slots: scan.slots + slots, header: header)
    }
  }

  /// Whether a record is such that no other text has its like: names are those of a log where a line may have any.
  func isLikely(_ record: Record) -> Bool {
    switch form {
    case .parts: true
    case .pairs, .object: record.hasUsualName
    }
  }
}

/// Levels that are said by something else: a status, a number of syslog(3), or a letter.
enum LogWord: UInt8 {
  /// Those of syslog(3) in their order, and one that it does not have.
  case emerg, alert, crit, error, warning, notice, info, debug, fatal

  /// The word.
  var utf8: [UInt8] { Self.words[Int(rawValue)] }

  private static let words = [
    "emerg", "alert", "crit", "error", "warning", "notice", "info", "debug", "fatal",
  ].map { Array($0.utf8) }

  /// What the first digit of a status of HTTP says.
  init(ofStatus digit: UInt8) {
    switch digit {
    case UInt8(ascii: "5"): self = .error
    case UInt8(ascii: "4"): self = .warning
    default: self = .info
    }
  }

  /// The priority that syslog(3) writes: the facility, by eights, and the level.
  init?(ofPriority number: Int) {
    guard (0..<192).contains(number) else { return nil }
    self.init(rawValue: UInt8(number % 8))
  }

  /// The first letter of a line of glog.
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
  /// Without the carriage return that belongs to the line end.
  fileprivate var trimmedReturn: ArraySlice<UInt8> {
    last == .carriageReturn ? dropLast() : self
  }
}
