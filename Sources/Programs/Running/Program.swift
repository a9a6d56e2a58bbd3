package import Feeds
import Glibc
import NCursesTerminal
import TableUI
import Terminal
import Viewers

/// The part that all programs share: it parses the command line, runs the program, and maps the
/// result to an exit status.
package enum Program {
  package nonisolated static let version = "0.3.0"

  /// Runs a program, and exits with its status.
  ///
  /// - Parameters:
  ///   - sources: returns the options of the program's sources.
  ///   - prepare: called with the arguments before the environment is read; an error that it throws
  ///     is reported after the command line has been parsed.
  ///   - endsAtOnce: whether exit handlers of libraries are skipped, because threads still use the
  ///     memory that the handlers release.
  ///   - libraries: returns findings about libraries that are loaded on demand; called only for
  ///     `--doctor`.
  ///   - run: runs the program with the parsed options, and returns the outcome.
  package static func main(
    sources: @escaping () -> [SourceOptions],
    prepare: ([[UInt8]]) throws(Failure) -> Void = { _ in }, endsAtOnce: Bool = false,
    libraries: () -> [Finding] = { [] },
    run: (CommandLineOptions) throws(Failure) -> Outcome
  ) -> Never {
    StandardStreams.fill()
    failBeyondFileLimit()
    let status = status(sources, prepare, libraries, run)
    guard endsAtOnce else { exit(status) }
    fflush(nil)
    _exit(status)
  }

  /// Makes a write beyond the limit on file sizes (`ulimit -f`) fail, instead of ending the
  /// program.
  private static func failBeyondFileLimit() {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0,
      limit.rlim_cur < rlim_t.max
    else { return }
    signal(SIGXFSZ, SIG_IGN)
  }

  /// Makes all threads share one heap; see `ProcessResources.shareHeap()`.
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
        return try answer(question, sources(), isWhole: options.source == Array("all".utf8))
      }
      if let refusal { throw refusal }
      return try run(options).status
    } catch {
      tell(error)
      return error.status
    }
  }

  /// The arguments in the form that execv(3) takes.
  package static var argumentWords: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?> {
    ProcessArguments.words
  }

  /// The source that another viewer has passed in the environment, in the form of arguments.
  private static var passed: [[UInt8]] = []

  /// Takes the source that another viewer has passed in the environment, so that `arguments` ends
  /// with it.
  ///
  /// Programs that this program starts do not get the variable.
  package static func takePassedSource() {
    guard let source = Environment.value(OtherViewer.sourceVariable) else { return }
    unsetenv(OtherViewer.sourceVariable)
    passed = [Array("--".utf8), Array(source.utf8)]
  }

  /// The arguments as bytes, and the source that `takePassedSource` has taken.
  package static var arguments: [[UInt8]] { given + passed }

  private static var given: [[UInt8]] {
    UnsafeBufferPointer(start: argumentWords, count: ProcessArguments.count).map { word in
      guard let word else { return [] }
      return UnsafeBufferPointer(start: word, count: strlen(word)).map(UInt8.init(bitPattern:))
    }
  }

  /// Prints the report of `--doctor`, and returns its exit status.
  private static func examine(
    _ options: CommandLineOptions, _ libraries: [Finding]
  ) throws(Failure) -> Int32 {
    let report = Doctor.report(options, libraries)
    try StandardOutput.tell(["endless \(version)", ""] + [String(report.text.dropLast())])
    return report.status
  }

  /// Prints the help or the version to standard output, and returns the exit status.
  ///
  /// - Throws: an error if the output cannot be written.
  private static func answer(
    _ question: CommandLineOptions.Question, _ sources: [SourceOptions], isWhole: Bool
  ) throws(Failure) -> Int32 {
    switch question {
    case .help:
      let text = isWhole ? HelpText.text(sources) : HelpText.beginning(sources)
      try StandardOutput.tell([String(text.dropLast())])
    case .version, .doctor: try StandardOutput.tell(["endless \(version)"])
    }
    return 0
  }

  /// Prints a failure to standard error, in one line without control characters.
  package static func tell(_ failure: Failure) {
    let advice = failure.status == 2 ? "; see endless --help" : ""
    StandardError.tell(failure.text + advice)
  }
}

/// The result of a run, which determines the exit status.
package enum Outcome: Equatable {
  case done
  /// Nothing was found, and the exit status must show that.
  case unmatched
  case interrupted
  case signal(Int32)

  /// Creates the outcome of a session that has ended.
  ///
  /// - Throws: a failure with a message if the screen has failed, or if a guest has reached a
  ///   limit.
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

  /// Reports that data was lost at the end: throws the failure if the reader has quit, and
  /// otherwise only prints it.
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
