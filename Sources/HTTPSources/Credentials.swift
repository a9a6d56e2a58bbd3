import Paging
import Processes
import Synchronization

/// A command that prints a secret, such as `pass show api`.
///
/// Output with a colon is a header field; other output is a token for `Authorization: Bearer`. The
/// command is run for the first request, and again if the service rejects its output.
public final class CredentialCommand: Sendable {
  /// The output of a run.
  struct Printed: Sendable {
    let field: HTTPField
    /// The number of the run, from 1.
    let run: Int
  }

  private typealias Answer = Result<Printed, HTTPError>

  let command: String
  private let state = Mutex(State())

  private struct State {
    var printed: Printed?
    /// The tasks that wait for the current run, by number.
    var waiting: [Int: CheckedContinuation<Answer, Never>] = [:]
    var isRunning = false
    var lastRun = 0
    var lastNumber = 0
  }

  /// Creates a credential from a shell command.
  public init(_ command: String) { self.command = command }

  /// Returns the output of the command, which is run if necessary; a cancelled task stops waiting.
  ///
  /// - Parameter refused: the run whose output the service has rejected; 0 if there is none.
  /// - Throws: an error that omits the output, if the command fails.
  func printed(after refused: Int = 0) async throws(HTTPError) -> Printed {
    let number = state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
    let answer: Answer = await withTaskCancellationHandler {
      await withCheckedContinuation { wait(number, after: refused, $0) }
    } onCancel: {
      state.withLock { $0.waiting.removeValue(forKey: number) }?
        .resume(returning: .failure(.cancelled))
    }
    return try answer.get()
  }

  private func wait(
    _ number: Int, after refused: Int, _ task: CheckedContinuation<Answer, Never>
  ) {
    let (known, isFirst): (Answer?, Bool) = state.withLock { state in
      // A task that was cancelled before this point ends here; a task that is cancelled later is
      // already in `waiting`, and its cancellation handler ends its wait.
      if Task.isCancelled { return (.failure(.cancelled), false) }
      if let printed = state.printed, printed.run > refused { return (.success(printed), false) }
      state.waiting[number] = task
      defer { state.isRunning = true }
      return (nil, !state.isRunning)
    }
    if let known { task.resume(returning: known) }
    if isFirst { start() }
  }

  private func start() {
    do throws(ProcessError) {
      try WaitingThread.start("credential") { [self] in finish(Self.printed(by: command)) }
    } catch {
      finish(.failure(.passing(error.description)))
    }
  }

  private func finish(_ result: Result<HTTPField, HTTPError>) {
    let (waiting, answer) = state.withLock { state in
      defer { (state.waiting, state.isRunning) = ([:], false) }
      state.lastRun += 1
      let answer = result.map { Printed(field: $0, run: state.lastRun) }
      if case .success(let printed) = answer { state.printed = printed }
      return (state.waiting.values, answer)
    }
    for task in waiting { task.resume(returning: answer) }
  }

  /// Runs the command and waits until it exits or exceeds its time limit; this blocks the thread.
  private static func printed(by command: String) -> Result<HTTPField, HTTPError> {
    do throws(ProcessError) {
      let reading = try ProgramRun().start(["/bin/sh", "-c", command])
      reading.timeout = .seconds(60)
      return field(reading.all(atMost: 64 << 10))
    } catch {
      return .failure(.failed("--credential: \(error.description)"))
    }
  }

  private static func field(_ outcome: ProgramReading.Outcome) -> Result<HTTPField, HTTPError> {
    guard case .printed(let bytes) = outcome else {
      if case .failed(let end) = outcome {
        return .failure(.failed("the --credential command exited with status \(end.status)"))
      }
      return .failure(.failed("the --credential command printed nothing within its time limit"))
    }
    let line = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).first ?? ""
    let text = line.trimmed
    guard !text.isEmpty, text.isHeaderValue else {
      return .failure(.failed("the --credential command printed no token"))
    }
    guard let colon = text.firstIndex(of: ":") else {
      return .success(HTTPField("Authorization", "Bearer \(text)"))
    }
    let name = text[..<colon].trimmed
    guard !name.isEmpty, name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" })
    else {
      return .failure(
        .failed("the --credential command must print a token, or a header as NAME: VALUE"))
    }
    return .success(HTTPField(name, text[text.index(after: colon)...].trimmed))
  }
}

/// The service that may receive the credentials of a request.
struct HomeOrigin: Sendable {
  private let home: WebOrigin

  /// Determines the service from an address; nil if the text is not an address.
  ///
  /// - Parameter address: the address that the reader typed.
  init?(_ address: String) {
    guard let home = WebAddress(address)?.withoutLogin.origin else { return nil }
    self.home = home
  }

  /// Whether an address belongs to this service: it has the same scheme, host and port, or the same
  /// host with `https` in place of `http`, both at their default ports.
  ///
  /// A name and password in the address are ignored, because they are not sent.
  func owns(_ address: String) -> Bool {
    guard let origin = WebAddress(address)?.withoutLogin.origin else { return false }
    if origin == home { return true }
    return home.scheme == "http" && origin.scheme == "https" && origin.host == home.host
      && home.port.isEmpty
      && origin.port.isEmpty
  }
}
