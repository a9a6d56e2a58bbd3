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

/// An expression as PCRE2 has compiled and, where the machine allows it, translated it.
///
/// It can be shared between threads.
// @unchecked, because the compiler cannot know of a C pointer what pcre2api(3) says under "Multithreading": compiled code
// is only read, once `pcre2_jit_compile` has returned, which is in `init`.
final class CompiledCode: @unchecked Sendable {
  let code: OpaquePointer
  /// Whether it runs as instructions of the machine.
  let isTranslated: Bool

  /// Groups within groups: each takes stack while it is compiled.
  static let deepestGroup = 100

  /// - Throws: what PCRE2 says is wrong, and where.
  init(_ pattern: String, options: UInt32) throws(PatternError) {
    let context = pcre2_compile_context_create_8(nil)
    defer { pcre2_compile_context_free_8(context) }
    pcre2_set_parens_nest_limit_8(context, UInt32(Self.deepestGroup))
    var (number, offset) = (Int32(0), 0)
    let bytes = Array(pattern.utf8)
    let compiled = pcre2_compile_8(bytes, bytes.count, options, &number, &offset, context)
    guard let compiled else { throw PatternError(number: number, offset: offset) }
    code = compiled
    isTranslated = pcre2_jit_compile_8(compiled, UInt32(PCRE2_JIT_COMPLETE)) == 0
  }

  deinit { pcre2_code_free_8(code) }
}

extension PatternError {
  /// What PCRE2 says.
  fileprivate init(number: Int32, offset: Int) {
    let message = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 256) { memory in
      _ = pcre2_get_error_message_8(number, memory.baseAddress, memory.count)
      return String(decoding: memory.prefix { $0 != 0 }, as: UTF8.self)
    }
    self.init(message: message, offset: offset)
  }
}
