import Bytes
package import Records

/// A row of the detail: a field, an element of an array, a text that is no record, or what is left out.
package struct DetailRow {
  package enum Content {
    case value(Value)
    case text(ArraySlice<UInt8>)
    case note(String)
  }

  /// Where it begins among the bytes; of a note, a number below 0, and of a column of a table its number behind all places.
  package let id: Int
  /// The column of a table whose value it is; nil of any other row.
  package let column: String?
  package let name: String
  /// The names from the outermost on, as in `request.headers.1`.
  package let path: String
  /// How many others it is in.
  package let depth: Int
  package let content: Content
  /// How many rows it has below it while it is unfolded.
  package var childCount: Int?

  /// Scalars of a name that are shown and searched: what is longer is no name.
  private static let longestName = 200

  /// A field or an element.
  package init(_ value: Value, name: String, in parent: DetailRow? = nil) {
    let name = String(String.UnicodeScalarView(name.unicodeScalars.prefix(Self.longestName)))
    (id, self.name, content) = (value.raw.startIndex, name, .value(value))
    column = nil
    path = parent.map { "\($0.pathAsPrefix).\(name)" } ?? name
    depth = parent.map { $0.depth + 1 } ?? 0
  }

  /// A value of a table's row: a text that is an object or an array of JSON can be unfolded as one.
  ///
  /// Its place among the bytes is that of the next one, too, where it is empty; and where more of a value comes, its row stays.
  package init(_ value: Value, name: String, column number: Int) {
    (id, column) = (Self.firstColumn + number, name)
    (path, depth, content) = (name, 0, .value(value.jsonOfText ?? value))
    self.name = String(String.UnicodeScalarView(name.unicodeScalars.prefix(Self.longestName)))
  }

  private static let firstColumn = 1 << 60

  /// The path, or a number where that is so long that each row in it would hold too much.
  private var pathAsPrefix: String { path.utf8.count > Self.longestPrefix ? "\(id)" : path }

  private static let longestPrefix = 1_024

  /// A text that is no record.
  package init(text: ArraySlice<UInt8>) {
    (id, name, path, depth, content) = (text.startIndex, "", "", 0, .text(text))
    column = nil
  }

  /// A word about a record, which stands above it.
  package init(noteAbove note: String) {
    (id, name, path, depth, content) = (.min, "", "", 0, .note(note))
    column = nil
  }

  /// A word about what is left out of a record, or of what is in a row.
  package init(note: String, in parent: DetailRow? = nil) {
    (id, name, path, content) = (-1 - (parent?.id ?? -1) - 1, "", "", .note(note))
    column = nil
    depth = parent.map { $0.depth + 1 } ?? 0
  }

  package var value: Value? { if case .value(let value) = content { value } else { nil } }

  package var isUnfolded: Bool { childCount != nil }

  /// Whether there is anything to unfold.
  package var isFoldable: Bool {
    guard let value, value.kind == .object || value.kind == .array else { return false }
    let inner = value.raw.dropFirst().first { !$0.isJSONBlank }
    return inner != .closeBrace && inner != .closeBracket && inner != nil
  }

  /// What it says, without notation: of what holds others, all of it as it is written.
  package var utf8: ArraySlice<UInt8> {
    switch content {
    case .value(let value): value.utf8
    case .text(let text): text
    case .note: []
    }
  }
}
