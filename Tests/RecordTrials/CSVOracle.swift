/// A slow and simple reader of comma-separated values, which advances byte by byte from state to
/// state.
///
/// Without a limit, its result is the same as that of Python's module csv in its default dialect,
/// except for a quote that is never closed, or that is closed only in a later line and followed by
/// text.
package struct CSVOracle {
  /// A record: where it begins and ends, and its fields.
  package struct Row: Equatable {
    package let start: Int
    /// The offset after the line end.
    package let end: Int
    package let fields: [[UInt8]]
  }

  private enum State {
    case recordStart
    case fieldStart
    case inField
    case inQuotes
    case afterQuote
    case afterCarriageReturn
  }

  private let bytes: [UInt8]
  private let delimiter: UInt8
  private let limit: Int
  private var state = State.recordStart
  private var rows: [Row] = []
  private var start = 0
  private var fields: [[UInt8]] = []
  private var field: [UInt8] = []
  private(set) package var hasOpenQuote = false

  /// Reads a text.
  package init(_ bytes: [UInt8], delimiter: UInt8, limit: Int = .max) {
    (self.bytes, self.delimiter, self.limit) = (bytes, delimiter, limit)
    for index in bytes.indices { advance(over: index) }
    if ![.recordStart, .afterCarriageReturn].contains(state) { endRecord(at: bytes.count) }
    if state == .afterCarriageReturn { endRecord(at: bytes.count) }
  }

  /// The records of the text.
  package var records: [Row] { rows }

  private mutating func advance(over index: Int) {
    let byte = bytes[index]
    if state == .afterCarriageReturn {
      endRecord(at: byte == 10 ? index + 1 : index)
      if byte == 10 { return }
    }
    switch state {
    case .inQuotes:
      if byte == 0x22 { state = .afterQuote } else { field.append(byte) }
    case .afterQuote where byte == 0x22:
      field.append(byte)
      state = .inQuotes
    case .recordStart, .fieldStart:
      if byte == 0x22, isClosed(index) { state = .inQuotes } else { advanceInText(byte, index) }
    default: advanceInText(byte, index)
    }
  }

  private mutating func advanceInText(_ byte: UInt8, _ index: Int) {
    switch byte {
    case delimiter:
      endField()
      state = .fieldStart
    case 10: endRecord(at: index + 1)
    case 13:
      if state != .recordStart { endField() }
      state = .afterCarriageReturn
    default:
      field.append(byte)
      state = .inField
    }
  }

  private mutating func endField() {
    fields.append(field)
    field = []
  }

  private mutating func endRecord(at end: Int) {
    if ![.recordStart, .afterCarriageReturn].contains(state) { endField() }
    rows.append(Row(start: start, end: end, fields: fields))
    (fields, start, state) = ([], end, .recordStart)
  }

  /// Whether a quote that is not doubled follows within the limit, and ends the field if it is in
  /// another line.
  private mutating func isClosed(_ open: Int) -> Bool {
    var index = open + 1
    while index < bytes.count, index - open <= limit {
      if bytes[index] == 0x22 {
        guard index + 1 < bytes.count, bytes[index + 1] == 0x22 else {
          let next = index + 1 < bytes.count ? bytes[index + 1] : 10
          if [delimiter, 10, 13].contains(next) { return true }
          let hasLineEnd = bytes[open..<index].contains { $0 == 10 || $0 == 13 }
          hasOpenQuote = hasOpenQuote || hasLineEnd
          return !hasLineEnd
        }
        index += 1
      }
      index += 1
    }
    hasOpenQuote = true
    return false
  }
}
