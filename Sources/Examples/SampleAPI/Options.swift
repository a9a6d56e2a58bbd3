import Foundation

/// The command line.
struct Options: Sendable {
  private(set) var port: UInt16 = 0
  private(set) var unixSocket: String?
  private(set) var latency = Duration.zero
  /// Whether the program exits at the end of its standard input, so that it does not survive a test
  /// that crashes.
  private(set) var untilInputEnds = false

  /// Parses the command line; an error ends the program.
  init(_ arguments: ArraySlice<String>) {
    var rest = arguments
    while let option = rest.popFirst() {
      switch option {
      case "--port": port = Self.number(rest.popFirst(), of: option)
      case "--unix-socket": unixSocket = Self.value(rest.popFirst(), of: option)
      case "--latency": latency = .milliseconds(Self.number(rest.popFirst(), of: option) as Int)
      case "--until-input-ends": untilInputEnds = true
      default: fail("unknown option '\(option)'\n\(usage)", status: 2)
      }
    }
  }

  private static func value(_ text: String?, of option: String) -> String {
    guard let text else { fail("\(option) needs a value\n\(usage)", status: 2) }
    return text
  }

  private static func number<Number: FixedWidthInteger>(
    _ text: String?, of option: String
  ) -> Number {
    guard let number = Number(value(text, of: option)), number >= 0 else {
      fail("\(option) needs a number\n\(usage)", status: 2)
    }
    return number
  }
}

private let usage =
  "usage: SampleAPI [--port N] [--unix-socket PATH] [--latency MS] [--until-input-ends]"

/// Prints a message to standard error and ends the program.
func fail(_ message: String, status: Int32 = 1) -> Never {
  FileHandle.standardError.write(Data("\(message)\n".utf8))
  exit(status)
}
