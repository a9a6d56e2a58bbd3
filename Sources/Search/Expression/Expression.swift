import Bytes
import CPCRE2

/// A compiled expression, in the forms needed to run it.
final class Expression: Sendable {
  /// The form of the expression for any text.
  let unicode: CompiledCode
  /// The faster form for ASCII text, which finds the same matches; nil if `isForBlocks` is false or
  /// the expression has characters outside ASCII.
  let ascii: CompiledCode?
  /// Whether both forms find the same matches in a block of lines as in each line alone.
  let isForBlocks: Bool

  /// Whether a search can be divided into several calls, each from a later position.
  ///
  /// It is false for an expression that may test where the search began, or that may end the search
  /// with a verb.
  let isDivisible: Bool

  /// Compiles an expression.
  ///
  /// - Parameter tokens: the parts of the expression; nil if some of them are not understood.
  /// - Throws: an error if PCRE2 reports one.
  init(_ text: String, tokens: [PatternToken]?, ignoresCase: Bool) throws(PatternError) {
    let common =
      UInt32(PCRE2_NEVER_BACKSLASH_C) | UInt32(PCRE2_USE_OFFSET_LIMIT)
      | (ignoresCase ? PCRE2_CASELESS : 0)
    // An expression that begins with `.*` is tried at each position, because it may match after an
    // invalid byte at the start.
    let utf =
      PCRE2_UTF | PCRE2_UCP | PCRE2_MATCH_INVALID_UTF | UInt32(PCRE2_NO_DOTSTAR_ANCHOR)
    // The original text is compiled first, because an error must refer to the text as it was
    // written.
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

/// Code compiled by PCRE2, and translated to machine code if the machine allows it.
///
/// It can be shared between threads.
// @unchecked, because the compiler does not know that the C object is safe to share: pcre2api(3),
// "Multithreading", says that compiled code is only read once `pcre2_jit_compile` has returned,
// which is in `init`.
final class CompiledCode: @unchecked Sendable {
  let code: OpaquePointer
  /// Whether the code runs as machine code.
  let isTranslated: Bool

  /// The maximum depth of nested groups, which is limited because each group needs stack while it
  /// is compiled.
  static let deepestGroup = 100

  /// Compiles a pattern.
  ///
  /// - Throws: an error with its position if PCRE2 cannot compile the pattern.
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
  /// Creates an error with the message of PCRE2.
  fileprivate init(number: Int32, offset: Int) {
    let message = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 256) { memory in
      _ = pcre2_get_error_message_8(number, memory.baseAddress, memory.count)
      return String(decoding: memory.prefix { $0 != 0 }, as: UTF8.self)
    }
    self.init(message: message, offset: offset)
  }
}
