import Bytes

/// Why some text is not JSON, and where.
public struct JSONError: Error, Equatable, CustomStringConvertible, Sendable {
  /// What is wrong.
  public let problem: JSONProblem
  /// Where that is: bytes before it, of those that were read.
  public let offset: Int
  /// The line of it, from 1 on; a line feed ends a line.
  public let line: Int
  /// The column of it, from 1 on, in scalars of Unicode.
  public let column: Int

  /// Cost: the bytes before the fault are looked at again.
  init(_ fault: JSONFault, in bytes: UnsafeRawBufferPointer) {
    (problem, offset) = (fault.problem, fault.offset)
    var (line, column) = (1, 1)
    for byte in bytes[..<min(fault.offset, bytes.count)] {
      if byte == .lineFeed {
        (line, column) = (line + 1, 1)
      } else if !byte.isContinuationByte {
        column += 1
      }
    }
    (self.line, self.column) = (line, column)
  }

  /// What is wrong and where, as in "expected , or } at line 3, column 14".
  public var description: String { "\(problem) at line \(line), column \(column)" }
}
