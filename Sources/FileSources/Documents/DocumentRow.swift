import Bytes
public import Records

/// A value of a JSON document as a row of a tree: a member of an object, an element of an array, or
/// the root.
///
/// It holds only the beginning of the value: 4 KiB of a string, or 512 bytes of an object or array.
public struct DocumentRow: Identifiable, Hashable, Sendable {
  /// The position of the row in the file: that of the name, or of the value if it has no name.
  public let id: FileOffset
  /// The name of a member, or the index of an element, from 0.
  public let name: String
  /// The enclosing object or array; nil for the root.
  public let parent: DocumentNode?
  /// The beginning of the value, including quotes; nil if no value can be read.
  let value: Value?
  /// The offset of the value in the file, in bytes.
  public let valueOffset: Int
  /// Whether the value is folded; its rows are then not listed.
  public let isFolded: Bool
  /// Whether the value has any rows to fold.
  public let isFoldable: Bool
  /// Whether a value other than an object or array is longer than the part that is held.
  public let isCut: Bool

  /// The number of enclosing values.
  public var depth: Int { parent.map { $0.depth + 1 } ?? 0 }

  /// The kind of the value; `null` if no value can be read.
  public var kind: Value.Kind { value?.kind ?? .null }

  /// The text of the value, as far as it is held; a string has neither quotes nor escapes here.
  ///
  /// Cost: proportional to the length of the part that is held, if the string has escapes.
  public var text: ArraySlice<UInt8> { value?.utf8 ?? [] }

  /// The JSON text of the value, as far as it is held.
  public var written: ArraySlice<UInt8> { value?.raw ?? [] }

  /// The beginning of an object or array, written on one line; the part that is held is longer than
  /// most lines of a terminal.
  ///
  /// Cost: proportional to the length of the part that is held, for each call.
  public var summary: ArraySlice<UInt8> { value?.onOneLine ?? [] }

  /// The path from the root, in a notation like that of jq: `.items[3].name`.
  ///
  /// Cost: proportional to the depth.
  public var path: String {
    guard let parent else { return "." }
    return parent.path + parent.step(to: name)
  }

  /// Compares the positions in the file, and whether the values are folded.
  public static func == (one: Self, other: Self) -> Bool {
    one.id == other.id && one.isFolded == other.isFolded
  }

  /// Hashes the position in the file.
  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

/// An object or array that contains rows.
public final class DocumentNode: Sendable {
  let name: String
  /// The enclosing object or array; nil for the root.
  public let parent: DocumentNode?
  /// Whether the value is an array, whose elements are named by their indices.
  public let isArray: Bool
  /// The index in the parent, from 0.
  let index: Int
  /// The number of enclosing values.
  public let depth: Int
  /// The offset of the value's row in the file, in bytes.
  public let offset: Int

  init(_ name: String, in parent: DocumentNode?, isArray: Bool, index: Int, at offset: Int) {
    (self.name, self.parent, self.isArray) = (name, parent, isArray)
    (self.index, self.offset) = (index, offset)
    depth = parent.map { $0.depth + 1 } ?? 0
  }

  /// The path of the value's row; empty for the root.
  fileprivate var path: String {
    guard let parent else { return "" }
    return parent.path + parent.step(to: name)
  }

  /// The part of the path that leads from this value to a child.
  ///
  /// A path begins with a dot, because jq takes `[0]` for an array that contains a number.
  fileprivate func step(to name: String) -> String {
    let start = parent == nil ? "." : ""
    if isArray { return "\(start)[\(name)]" }
    let isPlain = name.utf8.allSatisfy(\.isNamePart) && name.utf8.first?.isDigit == false
    if isPlain { return ".\(name)" }
    var quoted: [UInt8] = []
    JSONField.appendEscaped(name.utf8, to: &quoted)
    return "\(start)[\"\(String(decoding: quoted, as: UTF8.self))\"]"
  }
}

/// The folded values of a document.
public struct DocumentFolds: Hashable, Sendable {
  /// The depth at and below which values are folded; 0 folds all values, and nil folds none.
  public var level: Int?
  /// The offsets of rows that are folded or unfolded contrary to `level`.
  private var exceptions: Set<Int> = []

  /// Creates folds in which all values at the depth `level` and below are folded; by default, no
  /// value is folded.
  public init(level: Int? = nil) { self.level = level }

  func isFolded(at offset: Int, depth: Int) -> Bool {
    (level.map { depth >= $0 } ?? false) != exceptions.contains(offset)
  }

  /// Folds a value that is unfolded, or unfolds a value that is folded.
  public mutating func toggle(_ row: DocumentRow) {
    if exceptions.remove(row.id.bytes) == nil { exceptions.insert(row.id.bytes) }
  }
}
