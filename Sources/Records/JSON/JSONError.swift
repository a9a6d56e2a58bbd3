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

/// What can be wrong with a text that should be JSON.
public enum JSONProblem: String, CustomStringConvertible, Sendable {
  /// No value begins here.
  case expectedValue = "expected a value"
  /// The text is a value, but no object.
  case expectedObject = "expected {"
  /// No array begins here.
  case expectedArray = "expected ["
  /// Neither a first member's name nor the end of an object.
  case expectedNameOrBrace = "expected \" or }"
  /// No member's name after a comma.
  case expectedName = "expected \""
  /// No colon after a member's name.
  case expectedColon = "expected :"
  /// Neither the next member nor the end of an object.
  case expectedCommaOrBrace = "expected , or }"
  /// Neither the next element nor the end of an array.
  case expectedCommaOrBracket = "expected , or ]"
  /// A number lacks a digit.
  case expectedDigit = "expected a digit"
  /// Something follows the value.
  case expectedEnd = "expected nothing more"
  /// The text ends within a value, or before it.
  case unexpectedEnd = "unexpected end"
  /// A number begins with a zero that another digit follows.
  case leadingZero = "a number with a leading zero"
  /// A control character in a string that is not escaped.
  case controlCharacter = "a control character in a string"
  /// A backslash that begins no escape.
  case invalidEscape = "an unknown escape"
  /// Bytes in a string that are not UTF-8.
  case invalidUTF8 = "invalid UTF-8"
  /// More levels than ``JSONReader/maximumDepth``.
  case tooDeep = "more levels than 512"
  /// More bytes than ``JSONReader/maximumSize``.
  case tooLarge = "a value that is too large"

  /// The same in words.
  public var description: String { rawValue }
}

/// A problem and its place, before the line of it is counted.
struct JSONFault: Error {
  let problem: JSONProblem
  let offset: Int
}
