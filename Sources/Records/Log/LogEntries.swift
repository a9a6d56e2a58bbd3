import Bytes

/// Recognition of the entries of a log: an entry is a line that begins with a time, and the lines
/// without a time that follow it, such as those of a stack trace.
package enum LogEntries {
  /// The number of bytes from the start of an entry within which its lines begin.
  ///
  /// A line further from the start is a separate entry, so that a search for the start of the entry
  /// of a line does not go further back than this.
  package static let reach = 64 << 10

  /// The number of bytes used to recognize a log with such entries.
  package static let headSize = 16 << 10
  private static let mostLines = 50

  /// Whether a text is a log with such entries: most of its first lines, except for those of stack
  /// traces, begin with a time.
  ///
  /// - Parameter isComplete: whether the text ends with the bytes.
  package static func areIn(_ head: [UInt8], isComplete: Bool) -> Bool {
    let all = head.split(
      separator: .lineFeed, maxSplits: mostLines, omittingEmptySubsequences: false)
    // If the text continues, its last line may be incomplete.
    let lines = isComplete ? all[...] : all.dropLast()
    let others = lines.filter { line in !line.withUnsafeBytes { begins(at: 0, in: $0) } }
    let timed = lines.count - others.count
    return timed > 0 && timed > others.count { !$0.goesOnWithEntry }
  }

  /// Whether an entry begins at the start of a line in memory.
  ///
  /// Cost: a few bytes of the line are examined.
  @inline(__always) package static func begins(
    at index: Int, in memory: UnsafeRawBufferPointer
  ) -> Bool {
    // Most lines of stack traces begin with a blank, and need no further check.
    guard index < memory.count, memory[index] > .space else { return false }
    return LogTime.begins(at: index, in: memory)
  }
}

/// Lines of stack traces.
extension ArraySlice<UInt8> {
  /// Whether the line is empty, or begins like a line of a stack trace of Java, .NET, Python, Ruby,
  /// Node, Go, Rust or similar languages.
  package var goesOnWithEntry: Bool {
    guard let first else { return true }
    if [0x20, 0x09, UInt8(ascii: "}"), UInt8(ascii: ")"), UInt8(ascii: "]")].contains(first) {
      return true
    }
    return traceStarts.contains { starts(with: $0) } || namesException || beginsWithScope
  }

  /// Whether the first word of the line is a name in a scope, as in
  /// `ActiveRecord::RecordNotFound (no such user):`.
  private var beginsWithScope: Bool {
    let word = prefix(200).prefix { $0 != 0x20 }
    return word.allSatisfy(\.isOfName) && word.place(of: Array("::".utf8)) != nil
  }

  /// The range of a word; the standard library's search is not used, because it would link the
  /// library for regular expressions.
  private func place(of word: [UInt8]) -> Range<Int>? {
    let start = indices.first { self[$0...].starts(with: word) }
    return start.map { $0..<$0 + word.count }
  }

  /// Whether the first word of the line ends like the name of an exception, as in
  /// `java.io.IOException: no`; if the line ends with a parenthesis, any word may end like this.
  private var namesException: Bool {
    let head = prefix(200)
    return exceptionEnds.contains { end in
      guard let range = head.place(of: end), range.lowerBound > startIndex else { return false }
      let isOver =
        range.upperBound == head.endIndex || !head[range.upperBound].isNamePart
      return isOver
        && (head[..<range.lowerBound].allSatisfy(\.isOfName) || head.last == UInt8(ascii: ")"))
    }
  }
}

extension UInt8 {
  /// Whether the full name of a class may contain this character.
  fileprivate var isOfName: Bool {
    isNamePart || self == UInt8(ascii: ".") || self == UInt8(ascii: ":")
      || self == UInt8(ascii: "$")
  }
}

/// The beginnings of lines of stack traces that are not indented.
private let traceStarts = [
  "Caused by", "Suppressed:", "...", "at ", "Traceback ", "During handling of",
  "The above exception",
  "--- ", "---> ", "Unhandled ", "Exception in thread", "goroutine ", "panic: ", "stack backtrace:",
  "note: run with", "thread '", "created by ", "exit status ", "[signal ", "from ",
].map { Array($0.utf8) }

private let exceptionEnds = ["Exception", "Error", "error"].map { Array($0.utf8) }
