package import Feeds
import Glibc
import Terminal
import Viewers

/// What all programs do: read the command line, run, and turn what happens into an exit status.
package enum Program {
  package nonisolated static let version = "0.2.0"

  /// Runs a program to its end; the one place that exits.
  ///
  /// - Parameters:
  ///   - prepare: called before anything has looked at the environment; what it throws is told once
  ///     the command line was read.
  ///   - run: does what the options say.
  package static func main(
    prepare: ([[UInt8]]) throws(Failure) -> Void = { _ in },
    run: (CommandLineOptions) throws(Failure) -> Outcome
  ) -> Never {
    StandardStreams.fill()
    exit(status(prepare, run))
  }

  private static func status(
    _ prepare: ([[UInt8]]) throws(Failure) -> Void,
    _ run: (CommandLineOptions) throws(Failure) -> Outcome
  ) -> Int32 {
    let words = Array(arguments.dropFirst())
    var refusal: Failure?
    do throws(Failure) { try prepare(words) } catch { refusal = error }
    do throws(Failure) {
      let options = try CommandLineParser.parse(
        words, hasStandardInput: StandardInput.isGiven, less: .current)
      if let question = options.asks { return answer(question) }
      if let refusal { throw refusal }
      return try run(options).status
    } catch {
      tell(error)
      return error.status
    }
  }

  /// The words of the command line in bytes, as the system has them.
  package static var arguments: [[UInt8]] {
    UnsafeBufferPointer(start: CommandLine.unsafeArgv, count: Int(CommandLine.argc)).map { word in
      guard let word else { return [] }
      return UnsafeBufferPointer(start: word, count: strlen(word)).map(UInt8.init(bitPattern:))
    }
  }

  /// Help and version are asked for and go to standard output.
  private static func answer(_ question: CommandLineOptions.Question) -> Int32 {
    switch question {
    case .help: print(HelpText.text, terminator: "")
    case .version: print("endless \(version)")
    }
    return 0
  }

  /// Tells a failure on standard error, in one line, with nothing in it that a terminal would obey.
  package static func tell(_ failure: Failure) {
    let advice = failure.status == 2 ? "; see endless --help" : ""
    StandardStreams.complain("endless: \(SafeText(failure.text + advice))\n")
  }
}
