/// A text in which names of the environment stand for their values, so that a secret is sent by its value and shown by its name.
package struct NamedText: Hashable, Sendable {
  /// A part of the text.
  package enum Piece: Hashable, Sendable {
    /// What is sent as it is written.
    case text(String)
    /// What is written as `$NAME`.
    case variable(name: String, value: String)
  }

  /// Looks a variable of the environment up; nil where it is not set.
  package typealias Environment = (_ name: String) -> String?

  package private(set) var pieces: [Piece] = []

  /// Creates a text without names.
  package init(_ text: String = "") { append(text) }

  /// Reads a text in which `$NAME` and `${NAME}` are names; any other `$` is itself.
  ///
  /// - Throws: `invalid` with the name that is not set.
  package init(reading text: String, _ environment: Environment) throws(HTTPError) {
    var rest = Array(text.unicodeScalars)[...]
    while let next = rest.popFirst() {
      if next == "$", let name = Self.popName(from: &rest) {
        try append(variable: name, environment)
      } else {
        append(String(next))
      }
    }
  }

  /// The text that is sent.
  package var text: String {
    pieces.map { piece in
      switch piece {
      case .text(let text): text
      case .variable(_, let value): value
      }
    }.joined()
  }

  /// The first name that stands in it.
  package var firstName: String? {
    for case .variable(let name, _) in pieces { return name }
    return nil
  }

  package mutating func append(_ text: String) {
    guard !text.isEmpty else { return }
    if case .text(let before)? = pieces.last {
      pieces[pieces.count - 1] = .text(before + text)
    } else {
      pieces.append(.text(text))
    }
  }

  /// - Throws: `invalid` where it is not set.
  package mutating func append(
    variable name: String, _ environment: Environment
  ) throws(HTTPError) {
    guard let value = environment(name), !value.isEmpty else {
      throw .invalid("$\(name) is not set in the environment")
    }
    pieces.append(.variable(name: name, value: value))
  }

  /// Removes the first character and returns it, or returns nil where a name stands first.
  mutating func popFirst() -> Character? {
    guard case .text(var text)? = pieces.first else { return nil }
    let first = text.removeFirst()
    pieces[0] = .text(text)
    if text.isEmpty { pieces.removeFirst() }
    return first
  }

  package mutating func append(_ other: NamedText) {
    for piece in other.pieces {
      if case .text(let text) = piece { append(text) } else { pieces.append(piece) }
    }
  }

  /// What stands before the first of a character and behind it; nil where the texts before the first name do not have it.
  func split(at mark: Character) -> (before: String, after: NamedText)? {
    guard case .text(let first)? = pieces.first, let place = first.firstIndex(of: mark) else {
      return nil
    }
    var after = NamedText(
      String(first[first.index(after: place)...].drop { $0 == " " || $0 == "\t" }))
    for piece in pieces.dropFirst() { after.pieces.append(piece) }
    return (String(first[..<place]), after)
  }

  /// Takes the name of a variable off, which a `$` stands before: `NAME` or `{NAME}`.
  static func popName(from text: inout ArraySlice<Unicode.Scalar>) -> String? {
    let isBraced = text.first == "{"
    let name = text.dropFirst(isBraced ? 1 : 0).prefix(while: \.isOfName)
    guard let first = name.first, !("0"..."9").contains(first) else { return nil }
    let rest = text[name.endIndex...]
    guard !isBraced || rest.first == "}" else { return nil }
    text = rest.dropFirst(isBraced ? 1 : 0)
    return String(String.UnicodeScalarView(name))
  }
}

extension Unicode.Scalar {
  /// Whether it may stand in the name of a variable (POSIX, 3.231).
  var isOfName: Bool {
    switch self {
    case "a"..."z", "A"..."Z", "0"..."9", "_": true
    default: false
    }
  }
}

/// A field of a header as it was typed.
package struct TypedField: Hashable, Sendable {
  package let name: String
  package let value: NamedText

  package init(_ name: String, _ value: NamedText) { (self.name, self.value) = (name, value) }

  /// Whether a secret is written in it: by its name it has one, and no name of the environment stands for that.
  package var showsSecret: Bool { HTTPField(name, "").isSecret && value.firstName == nil }

  func isNamed(_ other: String) -> Bool { name.lowercased() == other.lowercased() }
}
