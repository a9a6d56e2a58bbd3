import Bytes

/// Literals, at least one of which occurs in every match of an expression.
///
/// Consecutive characters that stand for themselves form a literal; any other part ends it. If the
/// expression has alternatives, each alternative must have a literal. The longest literal is used
/// or, if the expression has several sets of literals, the set whose shortest literal is the
/// longest.
struct RequiredLiterals<Unit> {
  /// The literals; empty if none are known.
  private(set) var literals: [[Unit]] = []
  /// Whether the expression has one literal, and every match is that literal, apart from case.
  var isWhole: Bool { !tokens.isEmpty && tokens.allSatisfy { literal($0.kind) != nil } }

  /// The maximum number of literals; searching for more would cost more than matching the
  /// expression.
  private static var maximumCount: Int { 6 }

  private let tokens: [PatternToken]
  private let spelling: (Unicode.Scalar) -> [Unit]?
  private var at = 0

  /// - Parameter spelling: returns the units of a character; nil if the character may match other
  ///   units.
  init(of tokens: [PatternToken], spelling: @escaping (Unicode.Scalar) -> [Unit]?) {
    self.tokens = tokens
    self.spelling = spelling
    // A case setting would change whether case is ignored in the tokens after it.
    guard !tokens.contains(where: { $0.kind == .caseSetting }) else { return }
    literals = alternatives() ?? []
  }

  private mutating func alternatives() -> [[Unit]]? {
    var all: [[Unit]]? = sequence()
    while kind == .alternative {
      at += 1
      let other = sequence()
      all = all.flatMap { all in other.map { all + $0 } }
      if all.map(\.count) ?? 0 > Self.maximumCount { all = nil }
    }
    return all
  }

  private mutating func sequence() -> [[Unit]]? {
    var best: [[Unit]]?
    var run: [Unit] = []
    while let kind, kind != .alternative, kind != .groupEnd {
      at += 1
      if let units = literal(kind), !canBeZero {
        run += units
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

  private func literal(_ kind: PatternToken.Kind) -> [Unit]? {
    guard case .literal(let scalar) = kind else { return nil }
    return spelling(scalar)
  }

  private static func better(_ one: [[Unit]]?, _ other: [[Unit]]?) -> [[Unit]]? {
    guard let one, let other else { return one ?? other }
    let (least, otherLeast) = (one.map(\.count).min() ?? 0, other.map(\.count).min() ?? 0)
    return otherLeast > least || otherLeast == least && other.count < one.count ? other : one
  }
}

extension RequiredLiterals<UInt8> {
  /// The literals in UTF-8, in lower case if case is ignored.
  ///
  /// Letters outside ASCII that are equal to an ASCII letter if case is ignored are not considered
  /// (`Needle.hasForeignCases`).
  init(of tokens: [PatternToken], ignoresCase: Bool) {
    self.init(of: tokens) { scalar in
      if !ignoresCase { return Array(String(scalar).utf8) }
      if scalar.isASCII {
        return [UInt8(ascii: scalar) | (scalar.properties.isUppercase ? 0x20 : 0)]
      }
      let properties = scalar.properties
      return properties.isCased || properties.changesWhenCaseMapped
        || properties.changesWhenCaseFolded ? nil : Array(String(scalar).utf8)
    }
  }
}

extension RequiredLiterals<UnitForms> {
  /// The literals as characters of UTF-16.
  init(of tokens: [PatternToken], ignoresCase: Bool) {
    self.init(of: tokens) { scalar in
      UnitForms(scalar, ignoresCase: ignoresCase).map { [$0] }
    }
  }
}
