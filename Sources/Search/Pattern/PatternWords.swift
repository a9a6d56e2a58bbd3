/// The characters of an expression that its author wrote as text, without those of escapes, names
/// and verbs.
struct PatternWords {
  private let scalars: [Unicode.Scalar]
  private var at = 0
  private var words: [Unicode.Scalar] = []
  /// Whether the current place is between `\Q` and `\E`.
  private var isQuoted = false

  /// Returns the characters of an expression without the parts of its notation that contain
  /// letters.
  static func words(of scalars: [Unicode.Scalar]) -> [Unicode.Scalar] {
    var reader = PatternWords(scalars: scalars)
    while reader.at < scalars.count { reader.step() }
    return reader.words
  }

  private init(scalars: [Unicode.Scalar]) { self.scalars = scalars }

  private func has(_ scalar: Unicode.Scalar, _ offset: Int = 0) -> Bool {
    at + offset < scalars.count && scalars[at + offset] == scalar
  }

  private mutating func step() {
    if has("\\") {
      skipEscape()
    } else if !isQuoted, has("("), has("*", 1) {
      skip(to: ")")
    } else if !isQuoted, has("("), has("?", 1) {
      at += 2
      skipName()
    } else {
      words.append(scalars[at])
      at += 1
    }
  }

  private mutating func skipEscape() {
    let isEnd = has("E", 1)
    if isQuoted, !isEnd {
      at += 1
      return
    }
    isQuoted = has("Q", 1)
    let hasBraces = has("{", 2) && "pPxkgNo".unicodeScalars.contains(scalars[at + 1])
    let isProperty = has("p", 1) || has("P", 1)
    let isNumber = has("x", 1)
    at += 2
    if hasBraces {
      skip(to: "}")
    } else if isProperty {
      at += 1
    } else if isNumber {
      while at < scalars.count, scalars[at].properties.isASCIIHexDigit { at += 1 }
    }
  }

  /// Skips the name of a group or of a call, after `(?`.
  private mutating func skipName() {
    if has("P") { at += 1 }
    if has("<"), !has("=", 1), !has("!", 1) {
      skip(to: ">")
    } else if has("'") {
      at += 1
      skip(to: "'")
    } else if has("&") || has(">") || has("R") {
      skip(to: ")")
    }
  }

  private mutating func skip(to end: Unicode.Scalar) {
    while at < scalars.count, scalars[at] != end { at += 1 }
    at += 1
  }
}
