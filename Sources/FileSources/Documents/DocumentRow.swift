import Bytes
public import Records

/// A value of a document of JSON as a row of its tree: a member of an object, an element of an array, or a value by itself.
///
/// It holds the beginning of the value: 4 KiB of a text, and of what holds others no more than a line shows.
public struct DocumentRow: Identifiable, Hashable, Sendable {
  /// Where the row begins in the file: at the name, or at the value.
  public let id: FileOffset
  /// The name of a member, or the number of an element, from 0.
  public let name: String
  /// What the value is in; nil for the outermost one.
  public let parent: DocumentNode?
  /// The part of the value that is held, with its quotes; nil where the bytes are not a value.
  let value: Value?
  /// Where the value begins in the file: bytes before that.
  public let valueOffset: Int
  /// Whether rows in it are left out.
  public let isFolded: Bool
  /// Whether there is anything in it.
  public let isFoldable: Bool
  /// Whether a text goes on behind what is held.
  public let isCut: Bool

  /// How many values it is in.
  public var depth: Int { parent.map { $0.depth + 1 } ?? 0 }

  /// What kind of value it is.
  public var kind: Value.Kind { value?.kind ?? .null }

  /// What the value says, of a text without quotes and escapes, as far as it is held.
  ///
  /// Cost: the bytes that are held, where a text has escapes.
  public var text: ArraySlice<UInt8> { value?.utf8 ?? [] }

  /// The value as it is written, as far as it is held.
  public var written: ArraySlice<UInt8> { value?.raw ?? [] }

  /// The beginning of a value that holds others, on one line: more than a line of a terminal shows.
  ///
  /// Cost: the bytes that are held, at each use.
  public var summary: ArraySlice<UInt8> { value?.onOneLine ?? [] }

  /// The names from the outermost on, as jq has them: `.items[3].name`.
  ///
  /// Cost: its depth.
  public var path: String {
    guard let parent else { return "." }
    return parent.path + parent.step(to: name)
  }

  /// Whether rows are the same place.
  public static func == (one: Self, other: Self) -> Bool {
    one.id == other.id && one.isFolded == other.isFolded
  }

  /// Takes the place.
  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

/// An object or an array that rows are in.
public final class DocumentNode: Sendable {
  let name: String
  /// What it is in; nil for the outermost one.
  public let parent: DocumentNode?
  /// Whether what it has are elements, which have numbers.
  public let isArray: Bool
  /// Its number among what its parent has, from 0.
  let index: Int
  /// How many others it is in.
  public let depth: Int
  /// Where its row begins in the file: bytes before that.
  public let offset: Int

  init(_ name: String, in parent: DocumentNode?, isArray: Bool, index: Int, at offset: Int) {
    (self.name, self.parent, self.isArray) = (name, parent, isArray)
    (self.index, self.offset) = (index, offset)
    depth = parent.map { $0.depth + 1 } ?? 0
  }

  /// The path of its row; nothing for the outermost.
  fileprivate var path: String {
    guard let parent else { return "" }
    return parent.path + parent.step(to: name)
  }

  /// What leads from it to a value in it.
  fileprivate func step(to name: String) -> String {
    if isArray { return "[\(name)]" }
    let isPlain = name.utf8.allSatisfy(\.isNamePart) && name.utf8.first?.isDigit == false
    if isPlain { return ".\(name)" }
    var quoted: [UInt8] = []
    JSONField.appendEscaped(name.utf8, to: &quoted)
    return "[\"\(String(decoding: quoted, as: UTF8.self))\"]"
  }
}

/// Which values of a document are folded.
public struct DocumentFolds: Hashable, Sendable {
  /// From which depth on values are folded, 0 for all; none where nil.
  public var level: Int?
  /// Where rows begin that are the other way.
  private var exceptions: Set<Int> = []

  /// Folds values from a depth on; by default nothing is folded.
  public init(level: Int? = nil) { self.level = level }

  func isFolded(at offset: Int, depth: Int) -> Bool {
    (level.map { depth >= $0 } ?? false) != exceptions.contains(offset)
  }

  /// Folds a value that is unfolded, or unfolds one that is folded.
  public mutating func toggle(_ row: DocumentRow) {
    if exceptions.remove(row.id.bytes) == nil { exceptions.insert(row.id.bytes) }
  }
}
