import Answers
import Bytes
import Paging
import Processes
import Synchronization

/// The pages of a command, which is run to get their bytes.
final class CommandPages: Sendable {
  private let template: CommandTemplate
  private let options: CommandOptions
  private let state = Mutex(State())
  /// The gate that limits simultaneous runs to the number of pages that are requested at once.
  private let gate: RequestGate

  private struct State {
    var running: [ObjectIdentifier: ProgramRun] = [:]
    var isStopped = false
    var runCount = 0
  }

  init(_ template: CommandTemplate, _ options: CommandOptions) {
    (self.template, self.options) = (template, options)
    gate = RequestGate(options.answers.pagesAtOnce)
  }

  var runCount: Int { state.withLock { $0.runCount } }

  /// Runs the command for a page, and returns its output.
  ///
  /// - Throws: an error if the command cannot be run, if it fails or is stopped, or if its output
  ///   is too large.
  func printed(
    for address: PageAddress, _ limit: Int
  ) async throws(PagingError) -> [UInt8] {
    let values: CommandValues
    do throws(CommandError) {
      values = try CommandValues(address, limit: limit, for: template)
    } catch {
      throw PagingError(error)
    }
    guard await gate.enter() else { throw .stopped }
    defer { gate.leave() }
    let run = ProgramRun()
    guard begin(run) else { throw .stopped }
    defer { state.withLock { $0.running[ObjectIdentifier(run)] = nil } }
    let outcome = await withTaskCancellationHandler {
      await self.outcome(of: run, values)
    } onCancel: {
      run.stop()
    }
    return try bytes(of: outcome)
  }

  private func begin(_ run: ProgramRun) -> Bool {
    state.withLock { state in
      guard !state.isStopped else { return false }
      state.running[ObjectIdentifier(run)] = run
      state.runCount += 1
      return true
    }
  }

  /// Runs the command on a separate thread, because it may run for any length of time.
  private func outcome(
    of run: ProgramRun, _ values: CommandValues
  ) async -> Result<ProgramReading.Outcome, ProcessError> {
    let (words, variables) = (["/bin/sh", "-c", template.program, "sh"], values.variables)
    let (timeout, most) = (options.timeout, options.answers.reader.maximumSize)
    return await withCheckedContinuation { continuation in
      do throws(ProcessError) {
        try WaitingThread.start(template.command) {
          continuation.resume(
            returning: Result { () throws(ProcessError) in
              let reading = try run.start(words, variables: variables)
              reading.timeout = timeout
              return reading.all(atMost: most)
            })
        }
      } catch {
        continuation.resume(returning: .failure(error))
      }
    }
  }

  private func bytes(
    of outcome: Result<ProgramReading.Outcome, ProcessError>
  ) throws(PagingError) -> [UInt8] {
    let ended: ProgramReading.Outcome
    do throws(ProcessError) {
      ended = try outcome.get()
    } catch {
      throw PagingError(error.description, isRetryable: error.isRetryable)
    }
    switch ended {
    case .printed(let bytes): return bytes
    case .failed(let end): throw failure(end.message, isTemporary: end.isTemporary)
    case .stopped: throw .stopped
    case .silent:
      let seconds = options.timeout.components.seconds
      throw failure("the command printed nothing for \(seconds) s and was stopped: see --timeout")
    case .tooLarge:
      throw PagingError(
        "\(AnswerError.tooLarge(maximum: options.answers.reader.maximumSize))", isRetryable: false)
    }
  }

  private func failure(_ words: String, isTemporary: Bool = false) -> PagingError {
    PagingError(words, isRetryable: isTemporary || options.retriesFailures)
  }

  func stop() {
    let running = state.withLock { state in
      state.isStopped = true
      return Array(state.running.values)
    }
    for run in running { run.stop() }
  }
}

extension ProgramRun.End {
  /// Whether the exit status means a temporary failure (EX_TEMPFAIL of sysexits(3)).
  fileprivate var isTemporary: Bool { status == 75 }
}

extension PagingError {
  static let stopped = PagingError("the command was stopped", isRetryable: true)

  init(_ error: CommandError) { self.init(error.description, isRetryable: false) }
}

/// The environment variables of a run, which hold the values for a page.
struct CommandValues {
  /// The variables of all placeholders; variables with a nil value are unset.
  let variables: [(name: String, value: String?)]

  /// The maximum size of a variable on Linux, in bytes, including its name and terminator
  /// (MAX_ARG_STRLEN).
  private static let most = 128 << 10

  /// Sets the variables, and checks their values.
  ///
  /// - Throws: an error if a value cannot be passed.
  init(
    _ address: PageAddress, limit: Int, for template: CommandTemplate
  ) throws(CommandError) {
    var values: [Placeholder: String] = [.limit: "\(limit)"]
    values[address.placeholder] = address.value
    for (placeholder, value) in values {
      try Self.check(value, of: placeholder, startsWord: template.wordStarts.contains(placeholder))
    }
    variables = Placeholder.allCases.map { ($0.variable, values[$0]) }
  }

  private static func check(
    _ value: String, of placeholder: Placeholder, startsWord: Bool
  ) throws(CommandError) {
    if value.utf8.contains(0) { throw .hasNUL(placeholder) }
    if value.utf8.count + placeholder.variable.utf8.count + 2 > most { throw .tooLong(placeholder) }
    if startsWord, value.utf8.first == .minus { throw .looksLikeOption(placeholder) }
  }
}

extension ProgramRun.End {
  /// The last message of the program with its exit status, or the status alone.
  fileprivate var message: String {
    lastLine.isEmpty ? "the command exited with status \(status)" : "\(lastLine) (exit \(status))"
  }
}
