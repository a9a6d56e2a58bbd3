import CPCRE2

/// An expression, and what PCRE2 needs while it matches, with the limits that are set on each call.
struct MatchMemory: ~Copyable {
  // Not the objects: what threads share and count references to is slow.
  private let unicode: OpaquePointer?
  private let ascii: OpaquePointer?
  private let data: OpaquePointer?
  private let context: OpaquePointer?
  private let stack: OpaquePointer?

  /// The limits end what backtracks without end after some milliseconds; the expression has to stay.
  init(_ expression: Expression?) {
    unicode = expression?.unicode.code
    ascii = expression?.ascii?.code
    data = expression == nil ? nil : pcre2_match_data_create_8(1, nil)
    context = expression == nil ? nil : pcre2_match_context_create_8(nil)
    stack = expression == nil ? nil : pcre2_jit_stack_create_8(32 << 10, 1 << 20, nil)
    guard let context else { return }
    pcre2_set_match_limit_8(context, 1_000_000)
    pcre2_set_depth_limit_8(context, 100_000)
    // In KiB.
    pcre2_set_heap_limit_8(context, 16 << 10)
    pcre2_jit_stack_assign_8(context, nil, stack.map { UnsafeMutableRawPointer($0) })
  }

  deinit {
    pcre2_match_data_free_8(data)
    pcre2_match_context_free_8(context)
    pcre2_jit_stack_free_8(stack)
  }

  /// Whether there is an expression; without one there is no outcome either.
  var hasExpression: Bool { unicode != nil }

  /// What came of a call.
  enum Outcome {
    case match(Range<Int>), none, tooHard
  }

  /// Whether it matters to know that text is ASCII.
  var prefersASCII: Bool { ascii != nil }

  /// The first match in a range of memory, at or after an offset, both in bytes of that memory.
  func firstMatch(
    in memory: UnsafeRawBufferPointer, _ range: Range<Int>, isASCII: Bool, from start: Int,
    options: UInt32 = 0
  ) -> Outcome {
    let code = isASCII ? ascii ?? unicode : unicode
    guard unicode != nil else { return .none }
    guard let data, let context, let base = memory.baseAddress else { return .tooHard }
    let subject = (base + range.lowerBound).assumingMemoryBound(to: UInt8.self)
    let result = pcre2_match_8(
      code, subject, range.count, start - range.lowerBound, options, data, context)
    guard result >= 0 else {
      return result == PCRE2_ERROR_NOMATCH ? .none : .tooHard
    }
    guard let places = pcre2_get_ovector_pointer_8(data) else { return .none }
    // With \K a match can begin after its end.
    let (first, end) = (min(places[0], places[1]), places[1])
    return .match(first + range.lowerBound..<end + range.lowerBound)
  }
}
