import Records

/// A slow and simple reader of JSON, which applies each rule of RFC 8259 as it is written there,
/// scalar by scalar.
struct JSONOracle {
  private var rest: ArraySlice<Unicode.Scalar>

  private struct Refused: Error {}

  /// The content of a whole text; nil if it is not JSON, or has more than 512 levels.
  static func tree(of bytes: [UInt8]) -> JSONTree? {
    guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
    var oracle = JSONOracle(rest: Array(text.unicodeScalars)[...])
    oracle.skipBlanks()
    guard let tree = try? oracle.value(level: 0) else { return nil }
    oracle.skipBlanks()
    return oracle.rest.isEmpty ? tree : nil
  }

  private mutating func next() throws -> Unicode.Scalar {
    guard let scalar = rest.popFirst() else { throw Refused() }
    return scalar
  }

  private mutating func skipBlanks() { rest = rest.drop { " \t\n\r".unicodeScalars.contains($0) } }

  /// Skips some scalars if they come next; returns whether they do.
  private mutating func consume(_ text: String) -> Bool {
    guard rest.starts(with: text.unicodeScalars) else { return false }
    rest = rest.dropFirst(text.unicodeScalars.count)
    return true
  }

  private mutating func value(level: Int) throws -> JSONTree {
    if consume("null") { return .null }
    if consume("true") { return .bool(true) }
    if consume("false") { return .bool(false) }
    if consume("\"") { return .string(try string()) }
    let isContainer = rest.first == "[" || rest.first == "{"
    if isContainer, level == 512 { throw Refused() }
    if consume("[") { return .array(try array(level: level)) }
    if consume("{") { return .object(try object(level: level)) }
    return .number(try number())
  }

  private mutating func array(level: Int) throws -> [JSONTree] {
    skipBlanks()
    if consume("]") { return [] }
    var elements: [JSONTree] = []
    repeat {
      skipBlanks()
      elements.append(try value(level: level + 1))
      skipBlanks()
    } while consume(",")
    guard consume("]") else { throw Refused() }
    return elements
  }

  private mutating func object(level: Int) throws -> [JSONTree.Member] {
    skipBlanks()
    if consume("}") { return [] }
    var members: [JSONTree.Member] = []
    repeat {
      skipBlanks()
      guard consume("\"") else { throw Refused() }
      let name = try string()
      skipBlanks()
      guard consume(":") else { throw Refused() }
      skipBlanks()
      members.append(JSONTree.Member(name: name, value: try value(level: level + 1)))
      skipBlanks()
    } while consume(",")
    guard consume("}") else { throw Refused() }
    return members
  }

  private mutating func number() throws -> String {
    var text = consume("-") ? "-" : ""
    if consume("0") { text += "0" } else { text += try digits() }
    if consume(".") { text += "." + (try digits()) }
    for letter in ["e", "E"] where consume(letter) {
      text += letter
      for sign in ["+", "-"] where rest.first == sign.unicodeScalars.first {
        text += sign
        rest.removeFirst()
        break
      }
      return text + (try digits())
    }
    return text
  }

  private mutating func digits() throws -> String {
    var text = ""
    while let digit = rest.first, ("0"..."9").contains(digit) {
      text.unicodeScalars.append(digit)
      rest.removeFirst()
    }
    guard !text.isEmpty else { throw Refused() }
    return text
  }

  private mutating func string() throws -> String {
    var units: [UInt16] = []
    while !consume("\"") {
      let scalar = try next()
      guard scalar.value >= 0x20 else { throw Refused() }
      units += scalar == "\\" ? [try escape()] : Array(String(scalar).utf16)
    }
    // A lone surrogate becomes U+FFFD.
    return String(decoding: units, as: UTF16.self)
  }

  private mutating func escape() throws -> UInt16 {
    let letters: [Unicode.Scalar: UInt16] = [
      "\"": 0x22, "\\": 0x5C, "/": 0x2F, "b": 8, "f": 12, "n": 10, "r": 13, "t": 9,
    ]
    let letter = try next()
    if let unit = letters[letter] { return unit }
    guard letter == "u" else { throw Refused() }
    var unit: UInt16 = 0
    for _ in 0..<4 {
      let scalar = try next()
      guard scalar.isASCII, let digit = Character(scalar).hexDigitValue else { throw Refused() }
      unit = unit * 16 + UInt16(digit)
    }
    return unit
  }
}

/// The content of a JSON text as a tree: numbers as they are written, and all members in order,
/// even if names are repeated.
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

  /// The content of a value that the reader has read.
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

  /// Swift strings can be equal even if their scalars differ, so the bytes are compared.
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
