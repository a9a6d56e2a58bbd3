package import Feeds
import Glibc
import NCursesTerminal
import TableUI
import Terminal
import Viewers

/// What all programs do: read the command line, run, and turn what happens into an exit status.
package enum Program {
  package nonisolated static let version = "0.3.0"

  /// Runs a program to its end; the one place that exits.
  ///
  /// - Parameters:
  ///   - sources: the options that its sources have declared.
  ///   - prepare: called before anything has looked at the environment; what it throws is told once
  ///     the command line was read.
  ///   - endsAtOnce: whether nothing that libraries have registered is done at the end: what their threads still use would be
  ///     taken away.
  ///   - libraries: what `--doctor` finds of those that the program loads where they are used.
  ///   - run: does what the options say.
  package static func main(
    sources: @escaping () -> [SourceOptions],
    prepare: ([[UInt8]]) throws(Failure) -> Void = { _ in }, endsAtOnce: Bool = false,
    libraries: () -> [Finding] = { [] },
    run: (CommandLineOptions) throws(Failure) -> Outcome
  ) -> Never {
    StandardStreams.fill()
    let status = status(sources, prepare, libraries, run)
    guard endsAtOnce else { exit(status) }
    fflush(nil)
    _exit(status)
  }

  /// Lets all threads share one heap; see `ProcessResources.shareHeap()`.
  package static func shareHeap() { ProcessResources.shareHeap() }

  private static func status(
    _ sources: @escaping () -> [SourceOptions],
    _ prepare: ([[UInt8]]) throws(Failure) -> Void, _ libraries: () -> [Finding],
    _ run: (CommandLineOptions) throws(Failure) -> Outcome
  ) -> Int32 {
    let words = Array(arguments.dropFirst())
    var refusal: Failure?
    do throws(Failure) { try prepare(words) } catch { refusal = error }
    do throws(Failure) {
      let options = try CommandLineParser.parse(
        words, sources: sources, hasStandardInput: StandardInput.isGiven, less: .current)
      if options.asks == .doctor { return try examine(options, libraries()) }
      if let question = options.asks {
        return answer(question, sources(), isWhole: options.source == Array("all".utf8))
      }
      if let refusal { throw refusal }
      return try run(options).status
    } catch {
      tell(error)
      return error.status
    }
  }

  /// The words of the command line as execv(3) takes them.
  package static var argumentWords: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?> {
    ProcessArguments.words
  }

  /// The words of the command line in bytes, as the system has them.
  package static var arguments: [[UInt8]] {
    UnsafeBufferPointer(start: argumentWords, count: ProcessArguments.count).map { word in
      guard let word else { return [] }
      return UnsafeBufferPointer(start: word, count: strlen(word)).map(UInt8.init(bitPattern:))
    }
  }

  /// Says what is right here and what is not, and returns 1 where something is not.
  private static func examine(
    _ options: CommandLineOptions, _ libraries: [Finding]
  ) throws(Failure) -> Int32 {
    let report = Doctor.report(options, libraries)
    try StandardOutput.tell(["endless \(version)", ""] + [String(report.text.dropLast())])
    return report.status
  }

  /// Help and version are asked for and go to standard output.
  private static func answer(
    _ question: CommandLineOptions.Question, _ sources: [SourceOptions], isWhole: Bool
  ) -> Int32 {
    switch question {
    case .help:
      print(isWhole ? HelpText.text(sources) : HelpText.beginning(sources), terminator: "")
    case .version, .doctor: print("endless \(version)")
    }
    return 0
  }

  /// Tells a failure on standard error, in one line, with nothing in it that a terminal would obey.
  package static func tell(_ failure: Failure) {
    let advice = failure.status == 2 ? "; see endless --help" : ""
    StandardError.tell(failure.text + advice)
  }
}

/// How a run ended, as the exit status says it.
package enum Outcome: Equatable {
  case done
  /// Nothing was found, and a script asked to be told.
  case unmatched
  case interrupted
  case signal(Int32)

  /// - Throws: what a guest is told whose time is over.
  init(_ end: Session.End?) throws(Failure) {
    switch end {
    case .quit, nil: self = .done
    case .interrupted: self = .interrupted
    case .terminated(let signal): self = .signal(signal)
    case .failed(let reason): throw .source(reason)
    case .hungUp: self = .signal(SIGHUP)
    case .limit(.idle): throw .source("session ended: idle too long")
    case .limit(.input): throw .source("session ended: too much input")
    case .limit(.total): throw .source("session ended: time limit reached")
    }
  }

  /// Tells what was lost at the end: as the reason of the end if the reader has left, or else only
  /// as a message.
  func complain(of failure: Failure) throws(Failure) {
    guard case .done = self else {
      return Program.tell(failure)
    }
    throw failure
  }

  var status: Int32 {
    switch self {
    case .done: 0
    case .unmatched: 1
    case .interrupted: 128 + SIGINT
    case .signal(let number): 128 + number
    }
  }
}
