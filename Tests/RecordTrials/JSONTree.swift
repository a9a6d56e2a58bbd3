import Records

/// What a text of JSON says, as a tree: numbers as they are written, names that are the same side by side.
indirect enum JSONTree: Equatable, Sendable {
  case null
  case bool(Bool)
  case number(String)
  case string(String)
  case array([JSONTree])
  case object([Member])

  struct Member: Equatable, Sendable {
    let name: String
    let value: JSONTree
  }

  /// What a value says that the reader has read.
  init(_ value: Value) {
    switch value.kind {
    case .null: self = .null
    case .bool: self = .bool(value.bool ?? false)
    case .number: self = .number(value.text)
    case .string: self = .string(value.text)
    case .array: self = .array((value.elements ?? []).map { JSONTree($0) })
    case .object: self = value.record.map { JSONTree($0) } ?? .null
    }
  }

  init(_ record: Record) {
    self = .object(record.map { Member(name: $0.name, value: JSONTree($0.value)) })
  }

  /// Strings of Swift are also equal where their scalars are not.
  static func == (one: JSONTree, other: JSONTree) -> Bool {
    switch (one, other) {
    case (.null, .null): true
    case (.bool(let one), .bool(let other)): one == other
    case (.number(let one), .number(let other)), (.string(let one), .string(let other)):
      one.utf8.elementsEqual(other.utf8)
    case (.array(let one), .array(let other)): one == other
    case (.object(let one), .object(let other)):
      one.elementsEqual(other) {
        $0.name.utf8.elementsEqual($1.name.utf8) && $0.value == $1.value
      }
    default: false
    }
  }
}
