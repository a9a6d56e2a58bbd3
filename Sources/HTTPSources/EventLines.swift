import Bytes
import Records

/// A filter that converts server-sent events (`text/event-stream`, HTML standard) into lines of
/// JSON, one for each event.
///
/// Data that is a JSON object becomes the line itself. Other data is wrapped in an object,
/// `{"data": …}`, in which the type and the ID of the event precede the data if the event has them.
/// `[DONE]`, which some services send at the end, is dropped, and so is an event that is incomplete
/// at the end of the stream.
struct EventLines: TextFilter {
  /// The maximum size of an event, in bytes.
  private let most: Int
  private var line: [UInt8] = []
  /// Whether the last byte was a carriage return; a line feed after it then belongs to the same
  /// line end.
  private var isBehindReturn = false
  /// Whether the first line is in progress, which may begin with a byte order mark.
  private var isFirst = true
  private var type = ""
  private var id: [UInt8]?
  /// The lines of the data, each with its line end.
  private var data: [UInt8] = []

  init(most: Int = 16 << 20) { self.most = most }

  mutating func take(_ bytes: ArraySlice<UInt8>, into lines: inout [UInt8]) throws(HTTPError) {
    var rest = bytes
    while !rest.isEmpty {
      if isBehindReturn, rest.first == .lineFeed { rest.removeFirst() }
      isBehindReturn = false
      guard let end = rest.firstIndex(where: \.isLineEnd) else { return try hold(rest) }
      try hold(rest[..<end])
      isBehindReturn = rest[end] == .carriageReturn
      rest = rest[(end + 1)...]
      endLine(into: &lines)
    }
  }

  private mutating func hold(_ bytes: ArraySlice<UInt8>) throws(HTTPError) {
    guard line.count + data.count + bytes.count <= most else {
      throw .failed("an event in the stream is larger than \(most >> 20) MiB")
    }
    line += bytes
  }

  private mutating func endLine(into lines: inout [UInt8]) {
    var line = line[...]
    self.line = []
    if isFirst, line.starts(with: [0xEF, 0xBB, 0xBF]) { line = line.dropFirst(3) }
    isFirst = false
    guard !line.isEmpty else { return endEvent(into: &lines) }
    let name = line.prefix { $0 != .colon }
    var value = line.dropFirst(name.count + 1)
    if value.first == .space { value = value.dropFirst() }
    take(value, of: String(decoding: name, as: UTF8.self))
  }

  /// Processes a field; a comment has an empty name.
  private mutating func take(_ value: ArraySlice<UInt8>, of name: String) {
    switch name {
    case "data": data += value + [.lineFeed]
    case "event": type = String(decoding: value, as: UTF8.self)
    case "id": if !value.contains(0) { id = Array(value) }
    default: break
    }
  }

  private mutating func endEvent(into lines: inout [UInt8]) {
    defer { (type, id, data) = ("", nil, []) }
    // An event without data is not dispatched.
    guard !data.isEmpty else { return }
    data.removeLast()
    if data == Array("[DONE]".utf8) { return }
    if !data.withUnsafeBytes({ JSONReader().appendObject($0, to: &lines) }) {
      JSONField.append(fields, to: &lines)
    }
    lines.append(.lineFeed)
  }

  private var fields: [JSONField] {
    let event = type.isEmpty ? nil : JSONField("event", .string(type))
    let name = id.map { JSONField("id", .string(String(decoding: $0, as: UTF8.self))) }
    let value = try? JSONReader().value(data[...])
    let written = value.map { _ in JSONField.Value.written(Self.line(of: data)) }
    let text = JSONField.Value.string(String(decoding: data, as: UTF8.self))
    return [event, name, JSONField("data", written ?? text)].compactMap { $0 }
  }

  /// The value on one line: white space between JSON tokens is removed.
  private static func line(of value: [UInt8]) -> [UInt8] {
    var line: [UInt8] = []
    value.withUnsafeBytes { JSONReader().appendValue($0, to: &line) }
    return line
  }
}
