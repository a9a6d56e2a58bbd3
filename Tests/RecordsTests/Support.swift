import Records

extension String {
  /// The UTF-8 bytes as a slice that does not begin at 0.
  var slice: ArraySlice<UInt8> { (Array("[{".utf8) + utf8).dropFirst(2) }
}

/// Reads a record from JSON text.
func record(_ text: String) throws(JSONError) -> Record {
  try JSONReader().record(text.slice)
}

extension ArraySlice<UInt8> {
  /// The bytes as text.
  var string: String { String(decoding: self, as: UTF8.self) }
}

extension JSONReader {
  /// The error in a whole text; nil if it is JSON.
  func error(in bytes: [UInt8]) -> JSONError? {
    do throws(JSONError) {
      _ = try value(bytes[...])
      return nil
    } catch { return error }
  }
}

extension CSVReader {
  /// All records of a whole text.
  func records(_ text: String, header: CSVHeader = .numbered) -> [Record] {
    let bytes = Array(text.utf8)
    var (offset, records) = (0, [Record]())
    while let extent = bytes.withUnsafeBytes({ record(at: offset, in: $0, isComplete: true) }) {
      records.append(record(bytes[extent.content], header: header))
      offset = extent.end
    }
    return records
  }

  /// The contents of the fields of each record in a text.
  func rows(_ text: String) -> [[String]] {
    records(text).map { record in record.map(\.value.text) }
  }

  /// The offsets where the records of a text begin, and the end of the text.
  func borders(_ bytes: [UInt8]) -> [Int] {
    var borders = [0]
    while let last = borders.last,
      let extent = bytes.withUnsafeBytes({ record(at: last, in: $0, isComplete: true) })
    {
      borders.append(extent.end)
    }
    return borders
  }
}
