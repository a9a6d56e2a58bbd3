/// Text with environment variables, which is sent with their values, and displayed with their names
/// to hide secrets.
package struct NamedText: Hashable, Sendable {
  /// A part of the text.
  package enum Piece: Hashable, Sendable {
    /// Literal text.
    case text(String)
    /// A variable, written `$NAME`.
    case variable(name: String, value: String)
  }

  /// Looks up an environment variable; nil if it is not set.
  package typealias Environment = (_ name: String) -> String?

  package private(set) var pieces: [Piece] = []

  /// Creates text without variables.
  package init(_ text: String = "") { append(text) }

  /// Parses text with variables, `$NAME` and `${NAME}`; any other `$` is literal.
  ///
  /// - Throws: `invalid` with the name of a variable that is not set or is empty.
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

  /// The text with the values of its variables, as it is sent.
  package var text: String {
    pieces.map { piece in
      switch piece {
      case .text(let text): text
      case .variable(_, let value): value
      }
    }.joined()
  }

  /// The name of the first variable in the text; nil if there is none.
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

  /// Appends an environment variable.
  ///
  /// - Throws: `invalid` if the variable is not set or is empty.
  package mutating func append(
    variable name: String, _ environment: Environment
  ) throws(HTTPError) {
    guard let value = environment(name), !value.isEmpty else {
      throw .invalid("$\(name) is not set in the environment")
    }
    pieces.append(.variable(name: name, value: value))
  }

  /// Removes and returns the first character; nil if the text is empty or begins with a variable.
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

  /// Splits the text at the first occurrence of a character, and drops the blanks after it; returns
  /// nil if the character does not occur before the first variable.
  func split(at mark: Character) -> (before: String, after: NamedText)? {
    guard case .text(let first)? = pieces.first, let place = first.firstIndex(of: mark) else {
      return nil
    }
    var after = NamedText(
      String(first[first.index(after: place)...].drop { $0 == " " || $0 == "\t" }))
    for piece in pieces.dropFirst() { after.pieces.append(piece) }
    return (String(first[..<place]), after)
  }

  /// Removes and returns the name of a variable after a `$`: `NAME` or `{NAME}`; nil if there is
  /// none.
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
  /// Whether the character may be part of the name of a variable (POSIX, definition of "Name").
  var isOfName: Bool {
    switch self {
    case "a"..."z", "A"..."Z", "0"..."9", "_": true
    default: false
    }
  }
}

/// A header field as it was typed.
package struct TypedField: Hashable, Sendable {
  package let name: String
  package let value: NamedText

  package init(_ name: String, _ value: NamedText) { (self.name, self.value) = (name, value) }

  /// Whether the field contains a literal secret: its name suggests one, and its value has no
  /// variable.
  package var showsSecret: Bool { HTTPField(name, "").isSecret && value.firstName == nil }

  func isNamed(_ other: String) -> Bool { name.lowercased() == other.lowercased() }
}
