import Bytes

/// Literals, at least one of which occurs in every match of an expression.
///
/// Consecutive characters that stand for themselves form a literal; any other part ends it. If the
/// expression has alternatives, each alternative must have a literal. The longest literal is used
/// or, if the expression has several sets of literals, the set whose shortest literal is the
/// longest. Letters outside ASCII that are equal to an ASCII letter if case is ignored are not
/// considered (`Needle.hasForeignCases`).
struct RequiredLiterals {
  /// The literals, in lower case if case is ignored; empty if none are known.
  private(set) var literals: [[UInt8]] = []
  /// Whether the expression has one literal, and every match is that literal, apart from case.
  private(set) var isWhole = false

  /// The maximum number of literals; searching for more would cost more than matching the
  /// expression.
  private static let maximumCount = 6

  private let tokens: [PatternToken]
  private let ignoresCase: Bool
  private var at = 0

  init(of tokens: [PatternToken], ignoresCase: Bool) {
    self.tokens = tokens
    self.ignoresCase = ignoresCase
    // A case setting would change whether case is ignored in the tokens after it.
    guard !tokens.contains(where: { $0.kind == .caseSetting }) else { return }
    literals = alternatives() ?? []
    let bytes = tokens.map { literal($0.kind) }
    isWhole = !tokens.isEmpty && !bytes.contains(nil)
  }

  private mutating func alternatives() -> [[UInt8]]? {
    var all: [[UInt8]]? = sequence()
    while kind == .alternative {
      at += 1
      let other = sequence()
      all = all.flatMap { all in other.map { all + $0 } }
      if all.map(\.count) ?? 0 > Self.maximumCount { all = nil }
    }
    return all
  }

  private mutating func sequence() -> [[UInt8]]? {
    var best: [[UInt8]]?
    var run: [UInt8] = []
    while let kind, kind != .alternative, kind != .groupEnd {
      at += 1
      if let bytes = literal(kind), !canBeZero {
        run += bytes
        if !isQuantified { continue }
      }
      best = Self.better(best, run.isEmpty ? nil : [run])
      run = []
      if case .groupStart(let isLookaround) = kind {
        let inner = alternatives()
        at += 1
        if !isLookaround, !canBeZero { best = Self.better(best, inner) }
      }
    }
    return Self.better(best, run.isEmpty ? nil : [run])
  }

  private var kind: PatternToken.Kind? { at < tokens.count ? tokens[at].kind : nil }

  private var isQuantified: Bool {
    if case .quantifier = kind { true } else { false }
  }

  private var canBeZero: Bool { kind == .quantifier(canBeZero: true) }

  /// Returns a character in UTF-8, in lower case if case is ignored; nil for parts that may match
  /// other characters.
  private func literal(_ kind: PatternToken.Kind) -> [UInt8]? {
    guard case .literal(let scalar) = kind else { return nil }
    if !ignoresCase { return Array(String(scalar).utf8) }
    if scalar.isASCII { return [UInt8(ascii: scalar) | (scalar.properties.isUppercase ? 0x20 : 0)] }
    let properties = scalar.properties
    return properties.isCased || properties.changesWhenCaseMapped
      || properties.changesWhenCaseFolded ? nil : Array(String(scalar).utf8)
  }

  private static func better(_ one: [[UInt8]]?, _ other: [[UInt8]]?) -> [[UInt8]]? {
    guard let one, let other else { return one ?? other }
    let (least, otherLeast) = (one.map(\.count).min() ?? 0, other.map(\.count).min() ?? 0)
    return otherLeast > least || otherLeast == least && other.count < one.count ? other : one
  }
}
