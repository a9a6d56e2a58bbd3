import Bytes

/// A pattern to search for in lines, which is immutable and can be shared between threads.
///
/// A ``Matcher`` performs the search; each thread needs its own matcher. Expressions have the
/// syntax of Perl, as in PCRE2, and match UTF-8 that may be invalid anywhere. `\w`, `\d`, `\s` and
/// `\b` cover all letters, digits and blanks of Unicode. An expression is matched against one line
/// at a time, as in `grep -P`.
public struct SearchPattern: Sendable {
  /// The maximum size of a pattern in bytes of UTF-8.
  ///
  /// Because of this limit, text pasted by mistake is refused immediately.
  public static let maximumLength = 1 << 16

  /// Strings, at least one of which occurs in every match; empty if none are known.
  ///
  /// If `hasForeignCases` is true, this is certain only in text without such letters.
  let needles: [Needle]
  /// Whether the pattern has one needle, and every match is that needle, apart from case.
  let isLiteral: Bool
  /// Whether a letter outside ASCII is equal to a letter of a needle if case is ignored, so that
  /// the needles are reliable only in text without such letters.
  let hasForeignCases: Bool
  /// The expression to match if the needles do not find all matches; nil if they always do.
  let expression: Expression?
  /// The parts of the pattern; nil if they are not understood with certainty.
  private let tokens: [PatternToken]?
  private let ignoresCase: Bool

  /// Compiles a pattern, usually in at most a few milliseconds.
  ///
  /// - Throws: an error with its position if the pattern is invalid, or ``PatternError/tooLong``.
  public init(_ text: String, case rule: CaseRule = .smart, kind: Kind = .expression)
    throws(PatternError)
  {
    guard text.utf8.count <= Self.maximumLength else { throw .tooLong }
    let scalars = Array(text.unicodeScalars)
    let ignoresCase = rule.ignoresCase(scalars, kind)
    let tokens =
      kind == .literal ? PatternToken.literals(scalars) : PatternLexer.tokens(of: scalars)
    let required = tokens.map { RequiredLiterals<UInt8>(of: $0, ignoresCase: ignoresCase) }
    (self.tokens, self.ignoresCase) = (tokens, ignoresCase)
    needles = required?.literals.map { Needle($0, ignoresCase: ignoresCase) } ?? []
    isLiteral = required?.isWhole ?? false
    hasForeignCases = needles.contains(where: \.hasForeignCases)
    if isLiteral, !hasForeignCases {
      expression = nil
    } else {
      let source = kind == .literal ? PatternToken.quoted(scalars) : text
      expression = try Expression(source, tokens: tokens, ignoresCase: ignoresCase)
    }
  }
}

extension SearchPattern {
  /// Strings of UTF-16, at least one of which occurs in every match; empty if none are known.
  ///
  /// Cost: a few microseconds for each character of the pattern.
  var unitLiterals: [[UnitForms]] {
    tokens.map { RequiredLiterals<UnitForms>(of: $0, ignoresCase: ignoresCase).literals } ?? []
  }

  /// Whether the pattern may match a text that consists of the given ASCII characters; false only
  /// if every match contains another character.
  package func mayMatch(textOf characters: Set<UInt8>) -> Bool {
    needles.isEmpty || needles.contains { $0.consists(of: characters) }
  }
}

extension SearchPattern {
  /// The syntax of a pattern.
  public enum Kind: Sendable {
    /// A regular expression in the syntax of PCRE2.
    case expression
    /// Characters that stand for themselves.
    case literal
  }
}

extension SearchPattern {
  /// How a search treats upper and lower case.
  public enum CaseRule: Sendable {
    /// Upper and lower case differ if the pattern contains an upper-case letter; letters of escapes
    /// such as `\S` and `\W` do not count.
    case smart
    /// Upper and lower case differ.
    case sensitive
    /// Upper and lower case do not differ.
    case ignored

    /// Whether a literal string is searched for without regard to case.
    public func ignoresCase(literal text: String) -> Bool {
      ignoresCase(Array(text.unicodeScalars), .literal)
    }

    func ignoresCase(_ scalars: [Unicode.Scalar], _ kind: Kind) -> Bool {
      switch self {
      case .sensitive: false
      case .ignored: true
      case .smart:
        !(kind == .literal ? scalars : PatternWords.words(of: scalars)).contains(
          where: \.properties.isUppercase)
      }
    }
  }
}

/// The error of a pattern that cannot be used.
public struct PatternError: Error, Equatable, CustomStringConvertible, Sendable {
  /// The error in one short line.
  public let message: String
  /// The offset of the error in bytes of the pattern's UTF-8; negative if the error concerns the
  /// whole pattern.
  public let offset: Int

  package init(message: String, offset: Int) { (self.message, self.offset) = (message, offset) }

  /// The pattern is longer than ``SearchPattern/maximumLength``.
  public static let tooLong = PatternError(
    message: "the pattern is longer than \(SearchPattern.maximumLength >> 10) KiB",
    offset: SearchPattern.maximumLength)

  /// The message.
  public var description: String { message }
}
