import Bytes

/// What is looked for in lines: compiled once, never changed, and shared by any number of threads.
///
/// The search itself is made by a ``Matcher``, one for each thread. An expression is one of Perl's, as PCRE2 has
/// them, on UTF-8 that may be invalid anywhere: `\w`, `\d`, `\s` and `\b` know all letters, digits and blanks of
/// Unicode. It sees one line at a time, as in `grep -P`.
public struct SearchPattern: Sendable {
  /// The most bytes of a pattern's UTF-8: what is pasted by mistake is refused at once.
  public static let maximumLength = 1 << 16

  /// One of these is in every match; none where that is not known.
  let needles: [Needle]
  /// Whether a match is the one needle, and nothing else.
  let isLiteral: Bool
  /// Whether some letter of Unicode that is not ASCII is equal to one of a needle: then only text without it
  /// can be searched by the needles.
  let hasForeignCases: Bool
  /// What is matched where the needles do not tell; nil where they always do.
  let expression: Expression?

  /// Compiles a pattern, within some milliseconds at most.
  ///
  /// - Throws: where and what the mistake is, and ``PatternError/tooLong``.
  public init(_ text: String, case rule: CaseRule = .smart, kind: Kind = .expression)
    throws(PatternError)
  {
    guard text.utf8.count <= Self.maximumLength else { throw .tooLong }
    let scalars = Array(text.unicodeScalars)
    let ignoresCase = rule.ignoresCase(scalars, kind)
    let tokens =
      kind == .literal ? PatternToken.literals(scalars) : PatternLexer.tokens(of: scalars)
    let required = tokens.map { RequiredLiterals(of: $0, ignoresCase: ignoresCase) }
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
  /// How a pattern is read.
  public enum Kind: Sendable {
    /// A regular expression, as PCRE2 has them.
    case expression
    /// Characters that stand for themselves.
    case literal
  }
}

extension SearchPattern {
  /// Whether upper and lower case differ.
  public enum CaseRule: Sendable {
    /// They differ where the pattern has an upper-case letter; that of `\S`, `\W` and the like is none.
    case smart
    /// They differ.
    case sensitive
    /// They do not.
    case ignored

    /// Whether a text is to be found in whatever case it stands.
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

/// Why a pattern cannot be used.
public struct PatternError: Error, Equatable, CustomStringConvertible, Sendable {
  /// What is wrong, in one short line.
  public let message: String
  /// Where that was noticed: bytes of the pattern's UTF-8 before it; below 0 where it is no place, but all of it.
  public let offset: Int

  /// Creates one.
  package init(message: String, offset: Int) { (self.message, self.offset) = (message, offset) }

  /// More bytes than ``SearchPattern/maximumLength``.
  public static let tooLong = PatternError(
    message: "the pattern is longer than \(SearchPattern.maximumLength >> 10) KiB",
    offset: SearchPattern.maximumLength)

  /// The message.
  public var description: String { message }
}
