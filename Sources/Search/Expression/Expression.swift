import Bytes
import CPCRE2

/// An expression in the forms in which it is run.
final class Expression: Sendable {
  /// For all text.
  let unicode: CompiledCode
  /// For text that is ASCII, where it finds the same and is faster; nil where the expression has other characters.
  let ascii: CompiledCode?
  /// Whether both find in many lines what they find in each of them.
  let isForBlocks: Bool

  /// Whether it can be tried from some places, then from the next.
  ///
  /// What asks where the search began, or ends it by a verb, sees a difference.
  let isDivisible: Bool

  /// - Parameter tokens: its parts, where all are understood.
  /// - Throws: what PCRE2 says is wrong.
  init(_ text: String, tokens: [PatternToken]?, ignoresCase: Bool) throws(PatternError) {
    let common =
      UInt32(PCRE2_NEVER_BACKSLASH_C) | UInt32(PCRE2_USE_OFFSET_LIMIT)
      | (ignoresCase ? PCRE2_CASELESS : 0)
    // What begins with `.*` is tried at each place: where it fails at the start because of an invalid byte, it may
    // match after that.
    let utf =
      PCRE2_UTF | PCRE2_UCP | PCRE2_MATCH_INVALID_UTF | UInt32(PCRE2_NO_DOTSTAR_ANCHOR)
    // What is wrong is said of the text as it was written.
    let original = try CompiledCode(text, options: common | utf)
    let lines = tokens.map { $0.map(\.text).joined() }
    let blocks = lines.flatMap {
      try? CompiledCode($0, options: common | utf | PCRE2_MULTILINE)
    }
    isDivisible = !zip(text.utf8, text.utf8.dropFirst()).contains {
      $0 == UInt8(ascii: "(") && $1 == UInt8(ascii: "*")
        || $0 == .backslash && $1 == UInt8(ascii: "G")
    }
    isForBlocks = blocks?.isTranslated ?? false
    unicode = (isForBlocks ? blocks : nil) ?? original
    let isASCII = isForBlocks && text.utf8.allSatisfy { $0 < 0x80 }
    ascii = lines.flatMap {
      isASCII ? try? CompiledCode($0, options: common | PCRE2_MULTILINE) : nil
    }
  }
}
