package import Randomness
import Records

/// A trial that reads arbitrary bytes as a JSON text, and checks the result.
package let jsonTrial = Trial<UInt8>(
  "JSON", drawing: { Noise.drawn(from: $0) { $0.json() } },
  brokenRule: { bytes in
    let text = ReadJSON(bytes)
    return JSONRules.all.broken(by: text)
  })

/// Bytes, the results of the reader for them, and their content.
struct ReadJSON {
  let bytes: [UInt8]
  let value: Value?
  let record: Record?
  let error: JSONError?
  /// The content according to the oracle; nil if the bytes are not JSON.
  let tree: JSONTree?

  init(_ bytes: [UInt8]) {
    // A slice that does not begin at 0 would reveal wrong offsets.
    let slice = ([0x5B, 0x22] + bytes)[2...]
    (self.bytes, tree) = (bytes, JSONOracle.tree(of: bytes))
    record = try? JSONReader().record(slice)
    do throws(JSONError) {
      (value, error) = (try JSONReader().value(slice), nil)
    } catch { (value, self.error) = (nil, error) }
  }

  /// The result of a search for the end of the first value if only some of the bytes are available.
  func end(with count: Int, isComplete: Bool = false) -> Result<Int?, JSONError> {
    let start = bytes.firstIndex { ![0x20, 9, 10, 13].contains($0) } ?? bytes.count
    return bytes[..<max(count, start)].withUnsafeBytes { buffer in
      do throws(JSONError) {
        return .success(
          try JSONReader().end(ofValueAt: start, in: buffer, isComplete: isComplete))
      } catch { return .failure(error) }
    }
  }
}

/// Rules for any text, whether it is JSON or not.
enum JSONRules {
  typealias JSONRule = Rule<ReadJSON>

  /// All rules; the first one that is broken is reported.
  static let all = ofValues + ofLines + ofParts + ofCutTexts

  private static let ofValues = [
    JSONRule("what is read is what the grammar says, and nothing else is read") {
      $0.value.map { JSONTree($0) } == $0.tree
    },
    JSONRule("an object is a record with its fields, and nothing else is") { text in
      guard case .object? = text.tree else { return text.record == nil }
      return text.record.map { JSONTree($0) } == text.tree
    },
    JSONRule("a value's bytes are those of the text without the blanks around it") { text in
      guard let value = text.value else { return true }
      let isBlank = { (byte: UInt8) in [0x20, 9, 10, 13].contains(byte) }
      let rest = Array(text.bytes.drop(while: isBlank).reversed().drop(while: isBlank).reversed())
      return Array(value.raw) == rest
    },
    JSONRule("a fault is told by a place in the text") { text in
      guard let error = text.error else { return true }
      let lines = text.bytes.split(separator: 10, omittingEmptySubsequences: false)
      return (0...text.bytes.count).contains(error.offset) && (1...lines.count).contains(error.line)
        && (1...lines[error.line - 1].count + 1).contains(error.column)
    },
  ]

  private static let ofLines = [
    JSONRule("a record's line is one line with the same fields, written alike") { text in
      guard let record = text.record else { return true }
      let line = record.jsonLine()
      guard !line.contains(10), let again = try? JSONReader().record(line[...]) else {
        return false
      }
      return JSONTree(again) == text.tree && again.jsonLine() == line
        && zip(again, record).allSatisfy { $0.rawName == $1.rawName }
        && zip(again, record).allSatisfy {
          ![.string, .number].contains($0.value.kind) || $0.value.raw == $1.value.raw
        }
    },
    JSONRule("a line is that of the record also without one, and of nothing else") { text in
      var line: [UInt8] = [1]
      let isObject = text.bytes.withUnsafeBytes { JSONReader().appendObject($0, to: &line) }
      return isObject == (text.record != nil)
        && line == [1] + (text.record?.jsonLine() ?? [])
    },
    JSONRule("the values of a record are those of its line") { text in
      guard let record = text.record else { return true }
      var line = Array("{".utf8)
      for (index, field) in record.enumerated() {
        if index > 0 { line += Array(",".utf8) }
        line += field.rawName + Array(":".utf8)
        field.value.appendJSON(to: &line)
      }
      return line + Array("}".utf8) == record.jsonLine()
    },
  ]

  private static let ofParts = [
    JSONRule("a part of the bytes tells what all of them do, or that more are needed") { text in
      let whole = text.end(with: text.bytes.count)
      return (0...text.bytes.count).allSatisfy {
        let part = text.end(with: $0)
        return part == .success(nil) || part == whole
      }
    },
    JSONRule("more bytes are needed as long as a value may go on, and no longer") { text in
      guard let value = text.value else { return true }
      let end =
        text.bytes.count - text.bytes.reversed().prefix { [0x20, 9, 10, 13].contains($0) }.count
      let mayGoOn = value.kind == .number && end == text.bytes.count
      return text.end(with: end - 1) == .success(nil)
        && text.end(with: end, isComplete: true) == .success(end)
        && text.end(with: text.bytes.count) == .success(mayGoOn ? nil : end)
    },
  ]

  private static let ofCutTexts = [
    JSONRule("who only counts brackets finds the same fields and elements") { text in
      guard let value = text.value else {
        _ = JSONReader.record(ofPart: text.bytes[...])
        return true
      }
      switch value.kind {
      case .object:
        return JSONReader.record(ofPart: value.raw).map { JSONTree($0) } == text.tree
      case .array:
        let elements = JSONReader.elements(ofPart: value.raw)?.map { JSONTree($0) }
        return elements.map { .array($0) } == text.tree
      case .null, .bool, .number, .string:
        return JSONReader.record(ofPart: value.raw).map { _ in true } == nil
          && JSONReader.elements(ofPart: value.raw).map { _ in true } == nil
      }
    },
    JSONRule("and in a part of an object all but the last") { text in
      guard let record = text.record else { return true }
      return (1...record.raw.count).allSatisfy { count in
        guard let part = JSONReader.record(ofPart: record.raw.prefix(count)) else { return false }
        return part.count <= record.count
          && zip(part.dropLast(), record).allSatisfy {
            $0.rawName == $1.rawName && $0.value.raw == $1.value.raw
          }
      }
    },
  ]
}
