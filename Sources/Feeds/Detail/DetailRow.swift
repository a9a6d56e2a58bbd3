import Bytes
package import Records

/// A row of the detail screen: a field, an element of an array, text that is not a record, or a
/// note.
package struct DetailRow {
  package enum Content {
    case value(Value)
    case text(ArraySlice<UInt8>)
    case note(String)
  }

  /// The offset of the row in the bytes; for a note it is a negative number, and for a column of a
  /// table the column's number plus a large constant.
  package let id: Int
  /// The column of a table to which the row belongs; nil for other rows.
  package let column: String?
  package let name: String
  /// The path of names from the root, as in `request.headers.1`.
  package let path: String
  /// The number of enclosing rows.
  package let depth: Int
  package let content: Content
  /// The number of direct children while the row is unfolded; nil while it is folded.
  package var childCount: Int?

  /// The maximum number of Unicode scalars of a name that are shown and searched.
  private static let longestName = 200

  /// Creates a row for a field or an element.
  package init(_ value: Value, name: String, in parent: DetailRow? = nil) {
    let name = String(String.UnicodeScalarView(name.unicodeScalars.prefix(Self.longestName)))
    (id, self.name, content) = (value.raw.startIndex, name, .value(value))
    column = nil
    path = parent.map { "\($0.pathAsPrefix).\(name)" } ?? name
    depth = parent.map { $0.depth + 1 } ?? 0
  }

  /// Creates a row for a value of a table; a string that is a JSON object or array can be unfolded.
  ///
  /// An empty value has the same offset as the next one, so the number of the column identifies the
  /// row. The row keeps its identity when more of a value is loaded.
  package init(_ value: Value, name: String, column number: Int) {
    (id, column) = (Self.firstColumn + number, name)
    (path, depth, content) = (name, 0, .value(value.jsonOfText ?? value))
    self.name = String(String.UnicodeScalarView(name.unicodeScalars.prefix(Self.longestName)))
  }

  private static let firstColumn = 1 << 60

  /// The path, or the row's `id` if the path is long, because each child repeats it.
  private var pathAsPrefix: String { path.utf8.count > Self.longestPrefix ? "\(id)" : path }

  private static let longestPrefix = 1_024

  /// Creates a row for text that is not a record.
  package init(text: ArraySlice<UInt8>) {
    (id, name, path, depth, content) = (text.startIndex, "", "", 0, .text(text))
    column = nil
  }

  /// Creates a note about the record, which is shown above it.
  package init(noteAbove note: String) {
    (id, name, path, depth, content) = (.min, "", "", 0, .note(note))
    column = nil
  }

  /// Creates a note about a part that is omitted from the record or from a row.
  package init(note: String, in parent: DetailRow? = nil) {
    (id, name, path, content) = (-1 - (parent?.id ?? -1) - 1, "", "", .note(note))
    column = nil
    depth = parent.map { $0.depth + 1 } ?? 0
  }

  package var value: Value? { if case .value(let value) = content { value } else { nil } }

  package var isUnfolded: Bool { childCount != nil }

  /// Whether the row has children.
  package var isFoldable: Bool {
    guard let value, value.kind == .object || value.kind == .array else { return false }
    let inner = value.raw.dropFirst().first { !$0.isJSONBlank }
    return inner != .closeBrace && inner != .closeBracket && inner != nil
  }

  /// The value without quotes and escapes; for an object or array, its JSON text.
  package var utf8: ArraySlice<UInt8> {
    switch content {
    case .value(let value): value.utf8
    case .text(let text): text
    case .note: []
    }
  }
}
