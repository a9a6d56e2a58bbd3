import CPCRE2

/// What PCRE2 needs while it matches, with the limits that are set on each call.
struct MatchMemory: ~Copyable {
  private let data = pcre2_match_data_create_8(1, nil)
  private let context = pcre2_match_context_create_8(nil)
  private let stack = pcre2_jit_stack_create_8(32 << 10, 1 << 20, nil)

  /// The limits end what backtracks without end after some milliseconds.
  init() {
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

  /// What came of a call.
  enum Outcome {
    case match(Range<Int>), none, tooHard
  }

  /// The first match in a range of memory, at or after an offset, both in bytes of that memory.
  func firstMatch(
    of code: CompiledCode, in memory: UnsafeRawBufferPointer, _ range: Range<Int>,
    from start: Int, options: UInt32 = 0
  ) -> Outcome {
    guard let data, let context, let base = memory.baseAddress else { return .tooHard }
    let subject = (base + range.lowerBound).assumingMemoryBound(to: UInt8.self)
    let result = pcre2_match_8(
      code.code, subject, range.count, start - range.lowerBound, options, data, context)
    guard result >= 0 else {
      return result == PCRE2_ERROR_NOMATCH ? .none : .tooHard
    }
    guard let places = pcre2_get_ovector_pointer_8(data) else { return .none }
    // With \K a match can begin after its end.
    let (first, end) = (min(places[0], places[1]), places[1])
    return .match(first + range.lowerBound..<end + range.lowerBound)
  }
}
