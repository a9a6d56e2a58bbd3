import Bytes

/// The error in a text that is not valid JSON, and its place.
public struct JSONError: Error, Equatable, CustomStringConvertible, Sendable {
  /// The kind of the error.
  public let problem: JSONProblem
  /// The offset of the error, relative to the first byte read.
  public let offset: Int
  /// The line of the error, from 1; a line feed ends a line.
  public let line: Int
  /// The column of the error, from 1, in Unicode scalars.
  public let column: Int

  /// Creates the error, and determines its line and column by reading the bytes before it again.
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

  /// The error and its place, as in "expected , or } at line 3, column 14".
  public var description: String { "\(problem) at line \(line), column \(column)" }
}

/// The kinds of errors in JSON.
public enum JSONProblem: String, CustomStringConvertible, Sendable {
  /// A value is missing here.
  case expectedValue = "expected a value"
  /// An object is missing here.
  case expectedObject = "expected {"
  /// An array is missing here.
  case expectedArray = "expected ["
  /// Neither a member's name nor the end of the object follows an opening brace.
  case expectedNameOrBrace = "expected \" or }"
  /// The name of a member is missing after a comma.
  case expectedName = "expected \""
  /// The colon after the name of a member is missing.
  case expectedColon = "expected :"
  /// Neither a comma nor the end of the object follows a member.
  case expectedCommaOrBrace = "expected , or }"
  /// Neither a comma nor the end of the array follows an element.
  case expectedCommaOrBracket = "expected , or ]"
  /// A number lacks a digit.
  case expectedDigit = "expected a digit"
  /// Text follows the value.
  case expectedEnd = "unexpected text after the value"
  /// The text ends within a value, or before it.
  case unexpectedEnd = "unexpected end"
  /// A number begins with a zero and another digit.
  case leadingZero = "a number with a leading zero"
  /// A string contains a control character that is not escaped.
  case controlCharacter = "a control character in a string"
  /// A backslash does not begin an escape.
  case invalidEscape = "an unknown escape"
  /// A string contains bytes that are not UTF-8.
  case invalidUTF8 = "invalid UTF-8"
  /// The value has more levels than ``JSONReader/maximumDepth``.
  case tooDeep = "more than 512 levels"
  /// The value has more bytes than ``JSONReader/maximumSize``.
  case tooLarge = "a value that is too large"

  /// The error as a string.
  public var description: String { rawValue }
}

/// An error and its offset, before the error's line is determined.
struct JSONFault: Error {
  let problem: JSONProblem
  let offset: Int
}
