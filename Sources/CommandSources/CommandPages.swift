import Answers
import Paging
import Processes
import Synchronization

/// Runs a command for its pages, and reads what it prints.
final class CommandPages: Sendable {
  private let template: CommandTemplate
  private let options: CommandOptions
  private let state = Mutex(State())

  private struct State {
    var running: [ObjectIdentifier: ProgramRun] = [:]
    var isStopped = false
    var runCount = 0
    var explanation: String?
    /// How the first page was written, which the others are, too.
    var reader: AnswerReader?
    var head = HeadOfPages()
  }

  init(_ template: CommandTemplate, _ options: CommandOptions) {
    (self.template, self.options) = (template, options)
  }

  var explanation: String? { state.withLock { $0.explanation } }
  var rows: AnswerRows? {
    if case .rows(let rows)? = state.withLock({ $0.reader?.format }) { rows } else { nil }
  }
  var runCount: Int { state.withLock { $0.runCount } }

  /// The answer for a page.
  ///
  /// - Throws: why there is none.
  func answer(_ place: CommandPlace, _ limit: Int) async throws(PagingError) -> Answer {
    let bytes = try await printed(for: place, limit)
    var reader = state.withLock { $0.reader } ?? options.reader
    reader.keysTexts = template.way == .last
    let answer: Answer
    do throws(AnswerError) {
      answer = try reader.answer(bytes, at: place.answerPlace)
    } catch {
      throw PagingError("\(place.words): \(error)", isRetryable: false)
    }
    try check(answer, place)
    return answer
  }

  /// Takes note of an answer, and refuses one that leads nowhere.
  private func check(_ answer: Answer, _ place: CommandPlace) throws(PagingError) {
    let isRepeated = state.withLock { state in
      state.explanation = "\(place.words): \(answer.explanation)"
      if state.reader == nil, !answer.items.isEmpty {
        state.reader = options.reader.continuing(answer)
      }
      return state.head.isRepeated(by: answer, at: place, options)
    }
    if template.way == .cursor, !answer.canLeadOn { throw PagingError(.namesNoPage) }
    if isRepeated { throw PagingError(.samePage(place.placeholder)) }
  }

  /// A load has failed for the reader.
  func noteFailure() { state.withLock { $0.head.tell() } }

  // MARK: Running

  private func printed(
    for place: CommandPlace, _ limit: Int
  ) async throws(PagingError) -> [UInt8] {
    let values: CommandValues
    do throws(CommandError) {
      values = try CommandValues(place, limit: limit, for: template)
    } catch {
      throw PagingError(error)
    }
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

  /// Runs on a thread of its own, because the wait for a command may be as long as it likes.
  private func outcome(
    of run: ProgramRun, _ values: CommandValues
  ) async -> Result<ProgramReading.Outcome, ProcessError> {
    let (words, variables) = (["/bin/sh", "-c", template.program, "sh"], values.variables)
    let (timeout, most) = (options.timeout, options.reader.maximumSize)
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
    case .failed(let end): throw PagingError("the command \(end)", isRetryable: false)
    case .stopped: throw .stopped
    case .silent:
      let seconds = options.timeout.components.seconds
      throw PagingError(
        "the command printed nothing for \(seconds) s and was ended: see --timeout",
        isRetryable: false)
    case .tooLarge:
      throw PagingError(
        "\(AnswerError.tooLarge(maximum: options.reader.maximumSize))", isRetryable: false)
    }
  }

  func stop() {
    let running = state.withLock { state in
      state.isStopped = true
      return Array(state.running.values)
    }
    for run in running { run.stop() }
  }
}

extension PagingError {
  static let stopped = PagingError("the command was stopped", isRetryable: true)

  init(_ error: CommandError) { self.init(error.description, isRetryable: false) }
}
