// All items in one answer, in several formats; `page` or `offset` requests a part if the style
// supports it.

extension Style {
  static let whole = [
    Style(name: "single", asked: "nothing", answered: "{items}, all of them", answer: single),
    Style(name: "text", asked: part, answered: "a line for each item, text/plain") { call in
      try call.lines("text/plain; charset=utf-8") { $0.texts.joined(separator: "  ") + "\n" }
    },
    Style(name: "ndjson", asked: part, answered: "an object in each line, application/x-ndjson") {
      call in
      try call.lines("application/x-ndjson") {
        String(decoding: $0.json.bytes, as: UTF8.self) + "\n"
      }
    },
    Style(
      name: "events", asked: part,
      answered: "text/event-stream: id and data of each item, and then it ends"
    ) { call in
      try call.lines("text/event-stream") { item in
        "id: \(item.id)\ndata: \(String(decoding: item.json.bytes, as: UTF8.self))\n\n"
      }
    },
    Style(
      name: "sequence", asked: part,
      answered: "application/json-seq: each item behind a record separator"
    ) { call in
      try call.lines("application/json-seq") {
        "\u{1E}" + String(decoding: $0.json.bytes, as: UTF8.self) + "\n"
      }
    },
    Style(name: "csv", asked: part, answered: "a line of names, then one for each item, text/csv") {
      call in
      Answer(type: "text/csv; charset=utf-8", try call.csv())
    },
    Style(name: "packed", asked: part, answered: "the same as csv in application/gzip") { call in
      Answer(type: "application/gzip", Gzip.stored(try call.csv()))
    },
  ]

  private static let part =
    "nothing: all of them; or ?page=&per_page=, or ?offset=&limit=, without a word of the total"

  private static func single(_ call: Call) throws(Refusal) -> Answer {
    Answer(call.body(Pages(call.listing, size: max(1, call.listing.total)).page(from: 0)))
  }
}

extension Call {
  /// The requested items; all by default.
  private func part() throws(Refusal) -> [SampleItem] {
    let (page, offset) = (try number("page"), try number("offset"))
    if page != nil || text("per_page") != nil {
      let pages = try pages("per_page")
      return try self.page(pages, from: try numberedStart(pages)).items
    }
    if offset != nil || text("limit") != nil {
      return try self.page(try pages("limit"), from: max(0, offset ?? 0)).items
    }
    return listing.items(at: 0..<listing.total)
  }

  fileprivate func lines(
    _ type: String, _ line: (SampleItem) -> String
  ) throws(Refusal) -> Answer {
    var bytes: [UInt8] = []
    for item in try part() { bytes += line(item).utf8 }
    return switches.holds ? Fault.held(type: type, bytes) : Answer(type: type, bytes)
  }

  /// The items as CSV (RFC 4180).
  fileprivate func csv() throws(Refusal) -> [UInt8] {
    var bytes = Array((listing.list.fields.joined(separator: ",") + "\r\n").utf8)
    for item in try part() {
      bytes += (item.texts.map(Self.quoted).joined(separator: ",") + "\r\n").utf8
    }
    return bytes
  }

  private static func quoted(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "\"") }) else {
      return text
    }
    return "\"" + text.replacing("\"", with: "\"\"") + "\""
  }
}

/// A gzip file with uncompressed blocks, which needs no library.
enum Gzip {
  private static let maximumBlock = 65_535

  /// Wraps bytes in the format of gzip without compressing them (RFC 1951 and RFC 1952).
  static func stored(_ bytes: [UInt8]) -> [UInt8] {
    var packed: [UInt8] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]
    var start = 0
    repeat {
      let end = min(start + maximumBlock, bytes.count)
      packed.append(end == bytes.count ? 1 : 0)
      packed +=
        little(UInt32(end - start), 2) + little(~UInt32(end - start), 2) + bytes[start..<end]
      start = end
    } while start < bytes.count
    return packed + little(checksum(bytes), 4) + little(UInt32(truncatingIfNeeded: bytes.count), 4)
  }

  private static func little(_ number: UInt32, _ count: UInt32) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
  }

  /// The CRC-32 of bytes.
  static func checksum(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(~0) { sum, byte in
      table[Int((sum ^ UInt32(byte)) & 0xff)] ^ (sum >> 8)
    }
  }

  private static let table = (0..<256).map { index -> UInt32 in
    (0..<8).reduce(UInt32(index)) { value, _ -> UInt32 in
      let half = value >> 1
      return value.isMultiple(of: 2) ? half : half ^ 0xedb8_8320
    }
  }
}
