import CPCRE2

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
