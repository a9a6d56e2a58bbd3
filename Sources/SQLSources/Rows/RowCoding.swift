import Records

/// The encoding of rows as bytes for storage in a file.
package struct RowCoding: Sendable {
  private let layout: RowLayout

  package init(_ layout: RowLayout) { self.layout = layout }

  /// Encodes rows one after the other: for each row its number, whether it is cut, the number of
  /// its values, the kind and end of each value, and the text of all values.
  package func encode(_ rows: [TableRow]) -> [UInt8] {
    var bytes: [UInt8] = []
    for row in rows {
      guard let record = row.record, case .integer(let number)? = row.id.values.first else {
        continue
      }
      bytes.append(integer: Int(number))
      bytes.append(row.isCut ? 1 : 0)
      let values = record.rowValues
      bytes.append(integer: values.count)
      for value in values {
        bytes.append(value.kind == .null ? 0 : value.kind == .number ? 1 : 2)
        bytes.append(integer: value.end)
      }
      bytes += record.raw
    }
    return bytes
  }

  /// Decodes rows, up to the first one that cannot be decoded.
  package func decode(_ bytes: [UInt8]) -> [TableRow] {
    var (rows, rest) = ([TableRow](), bytes[...])
    while let row = row(&rest) { rows.append(row) }
    return rows
  }

  private func row(_ rest: inout ArraySlice<UInt8>) -> TableRow? {
    guard let number = rest.popInteger(), let isCut = rest.popFirst(),
      let count = rest.popInteger(), (0...rest.count).contains(count)
    else { return nil }
    var values: [(kind: Value.Kind, end: Int)] = []
    for _ in 0..<count {
      guard let kind = rest.popFirst(), let end = rest.popInteger(), end >= values.last?.end ?? 0
      else { return nil }
      values.append((kind == 0 ? .null : kind == 1 ? .number : .string, end))
    }
    let size = values.last?.end ?? 0
    guard size <= rest.count else { return nil }
    let raw = Array(rest.prefix(size))
    rest = rest.dropFirst(size)
    let id: [SQLValue] = [.integer(Int64(number))]
    return TableRow(
      id: TableRowID(id), record: Record(row: raw, values: values, header: layout.header),
      cursor: KeysetCursor(id), isCut: isCut == 1)
  }
}

extension [UInt8] {
  fileprivate mutating func append(integer: Int) {
    Swift.withUnsafeBytes(of: integer.littleEndian) { self += $0 }
  }
}

extension ArraySlice<UInt8> {
  fileprivate mutating func popInteger() -> Int? {
    guard count >= 8 else { return nil }
    let value = prefix(8).withUnsafeBytes { $0.loadUnaligned(as: Int.self) }
    self = dropFirst(8)
    return Int(littleEndian: value)
  }
}
