import Bytes
import CPCRE2

/// The memory that PCRE2 needs to match an expression, with the limits of each call.
struct MatchMemory: ~Copyable {
  // The compiled expressions are stored as pointers, and not as the object that owns them, because
  // counting references to shared objects is slow.
  private let unicode: OpaquePointer?
  private let ascii: OpaquePointer?

  private let data: OpaquePointer?
  private let context: OpaquePointer?
  private let stack: OpaquePointer?
  private let isDivisible: Bool

  /// The approximate time that the search of a line, or of a block of lines, may take, if the
  /// expression is divisible.
  private static let longest = Duration.seconds(1)
  /// The number of places from which a match is tried in the first call, unless lines are long.
  private static let places = 1 << 10

  /// Creates the memory; the caller must keep the expression alive.
  ///
  /// The limits end excessive backtracking after a few milliseconds.
  init(_ expression: Expression?) {
    unicode = expression?.unicode.code
    ascii = expression?.ascii?.code
    isDivisible = expression?.isDivisible ?? false
    data = expression == nil ? nil : pcre2_match_data_create_8(1, nil)
    context = expression == nil ? nil : pcre2_match_context_create_8(nil)
    stack = expression == nil ? nil : pcre2_jit_stack_create_8(32 << 10, 1 << 20, nil)
    guard let context else { return }
    pcre2_set_match_limit_8(context, 100_000)
    pcre2_set_depth_limit_8(context, 100_000)
    // This limit is in KiB.
    pcre2_set_heap_limit_8(context, 16 << 10)
    pcre2_jit_stack_assign_8(context, nil, stack.map { UnsafeMutableRawPointer($0) })
  }

  deinit {
    pcre2_match_data_free_8(data)
    pcre2_match_context_free_8(context)
    pcre2_jit_stack_free_8(stack)
  }

  /// Whether the pattern has an expression; without one, a search finds no match.
  var hasExpression: Bool { unicode != nil }

  /// The result of a search; `tooHard` means that the search could not be completed.
  enum Outcome {
    case match(Range<Int>), none, tooHard
  }

  /// Whether a search is faster if the text is known to be ASCII.
  var prefersASCII: Bool { ascii != nil }

  /// Returns the first match in a range of memory, at or after an offset; both are in bytes of that
  /// memory.
  ///
  /// PCRE2 limits the work of a match that is tried from one place. The work from all places, which
  /// may grow with the square of a line's length or faster, is limited here by time.
  ///
  /// - Parameter isLong: whether a line may be so long that trying a match from one place takes a
  ///   while.
  func firstMatch(
    in memory: UnsafeRawBufferPointer, _ range: Range<Int>, isASCII: Bool, isLong: Bool,
    from start: Int, options: UInt32 = 0
  ) -> Outcome {
    guard let code = isASCII ? ascii ?? unicode : unicode else { return .none }
    if range.upperBound == memory.count, memory.last ?? 0 >= 0x80 {
      return copying(memory, range) {
        firstMatch(
          in: $0, $1, isASCII: isASCII, isLong: isLong, from: start - range.lowerBound,
          options: options)
      }
    }
    var (start, spent, places) = (start, Duration.zero, isLong ? 1 : Self.places)
    while true {
      let end = isDivisible ? next(in: memory, range, start + places) : range.upperBound
      let began = end < range.upperBound ? SuspendingClock.now : nil
      let outcome = match(code, in: memory, range, from: start, to: end, options)
      guard case .none = outcome, let began else { return outcome }
      let time = SuspendingClock.now - began
      // A single pause of the whole process must not count as work.
      spent += min(time, Self.longest / 4)
      if spent >= Self.longest { return .tooHard }
      places = time < .milliseconds(1) ? places * 2 : max(1, places / 2)
      start = end
    }
  }

  /// Returns the outcome of a match in a copy of the range that is followed by zeros.
  ///
  /// If text ends within a character, PCRE2 10.42 reads the byte after the end to match `\b`.
  private func copying(
    _ memory: UnsafeRawBufferPointer, _ range: Range<Int>,
    body: (UnsafeRawBufferPointer, Range<Int>) -> Outcome
  ) -> Outcome {
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: range.count + 4, alignment: 1)
    defer { copy.deallocate() }
    copy.copyMemory(from: UnsafeRawBufferPointer(rebasing: memory[range]))
    for at in range.count..<copy.count { copy[at] = 0 }
    let outcome = body(UnsafeRawBufferPointer(copy), 0..<range.count)
    guard case .match(let match) = outcome else { return outcome }
    return .match(match.moved(by: range.lowerBound))
  }

  /// Returns the start of the first character at or after an offset, or the end of the range.
  private func next(in memory: UnsafeRawBufferPointer, _ range: Range<Int>, _ offset: Int) -> Int {
    var end = min(offset, range.upperBound)
    while end < range.upperBound, memory[end].isContinuationByte { end += 1 }
    return end
  }

  /// Calls PCRE2 once, and returns the match that begins in a range of places, if any.
  private func match(
    _ code: OpaquePointer, in memory: UnsafeRawBufferPointer, _ range: Range<Int>,
    from start: Int, to end: Int, _ options: UInt32
  ) -> Outcome {
    guard let data, let context, let base = memory.baseAddress else { return .tooHard }
    pcre2_set_offset_limit_8(context, end - range.lowerBound)
    let subject = (base + range.lowerBound).assumingMemoryBound(to: UInt8.self)
    let result = pcre2_match_8(
      code, subject, range.count, start - range.lowerBound, options, data, context)
    guard result >= 0 else {
      return result == PCRE2_ERROR_NOMATCH ? .none : .tooHard
    }
    guard let places = pcre2_get_ovector_pointer_8(data) else { return .none }
    // With \K the start of a match can be after its end.
    let (first, last) = (min(places[0], places[1]), places[1])
    return .match(first + range.lowerBound..<last + range.lowerBound)
  }
}
