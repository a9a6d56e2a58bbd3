/// One part of an expression that is understood with certainty.
struct PatternToken: Equatable {
  enum Kind: Equatable {
    /// A character that stands for itself.
    case literal(Unicode.Scalar)
    /// What stands for other characters: a class, a reference.
    case item
    /// What stands for a place.
    case assertion
    /// How often the part before it is there.
    case quantifier(canBeZero: Bool)
    case groupStart(isLookaround: Bool)
    case groupEnd
    case alternative
    /// Case counts from here on, or does not.
    case caseSetting

    /// How much deeper in groups it leads.
    var depth: Int {
      switch self {
      case .groupStart: 1
      case .groupEnd: -1
      default: 0
      }
    }
  }

  let kind: Kind
  /// The same, such that it never stands for a line feed, and for the start and end of a line where it stood for
  /// those of all.
  let text: String

  /// The parts of text that is no expression; nil where it has a line feed, which no line has.
  static func literals(_ scalars: [Unicode.Scalar]) -> [PatternToken]? {
    scalars.contains("\n")
      ? nil : scalars.map { PatternToken(kind: .literal($0), text: quoted([$0])) }
  }

  /// An expression for text that is none.
  static func quoted(_ scalars: [Unicode.Scalar]) -> String {
    var text = String.UnicodeScalarView()
    for scalar in scalars {
      if isSpecial(scalar) { text.append("\\") }
      text.append(scalar)
    }
    return String(text)
  }

  /// Whether a character is ASCII and neither a letter nor a digit: with a backslash it stands for itself.
  static func isSpecial(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII && !scalar.properties.isAlphabetic && scalar.properties.numericType == nil
  }
}
