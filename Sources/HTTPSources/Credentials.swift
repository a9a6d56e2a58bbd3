import Paging
import Processes
import Synchronization

/// A command that prints a secret, such as `pass show api`.
///
/// What it prints is a field of the header where it has a colon, else a token for `Authorization: Bearer`. It is run with the first
/// request, and once more where the service refuses what it has printed.
public final class CredentialCommand: Sendable {
  /// What a run has printed.
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
    /// Those that wait for the run that is under way, by their numbers.
    var waiting: [Int: CheckedContinuation<Answer, Never>] = [:]
    var isRunning = false
    var lastRun = 0
    var lastNumber = 0
  }

  /// Creates a command that the shell runs.
  public init(_ command: String) { self.command = command }

  /// What it has printed, or prints now; a task that is cancelled does not wait for it.
  ///
  /// - Parameter refused: the run whose field the service has refused; 0 for none.
  /// - Throws: that the command has failed, without what it has printed.
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
      // Who is cancelled before this looks is told here, and who is cancelled later waits already.
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

  /// Runs the command to its end, on a thread that it may keep waiting.
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
        return .failure(.failed("--credential ended with status \(end.status)"))
      }
      return .failure(.failed("--credential printed nothing in time"))
    }
    let line = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).first ?? ""
    let text = line.trimmed
    guard !text.isEmpty, text.isHeaderValue else {
      return .failure(.failed("--credential printed no token"))
    }
    guard let colon = text.firstIndex(of: ":") else {
      return .success(HTTPField("Authorization", "Bearer \(text)"))
    }
    let name = text[..<colon].trimmed
    guard !name.isEmpty, name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" })
    else {
      return .failure(.failed("--credential printed no header: NAME: VALUE"))
    }
    return .success(HTTPField(name, text[text.index(after: colon)...].trimmed))
  }
}

/// To whom a request's credentials may go.
struct HomeOrigin: Sendable {
  private let home: WebOrigin

  /// - Parameter address: the address that the reader has given.
  init?(_ address: String) {
    guard let home = WebAddress(address)?.withoutLogin.origin else { return nil }
    self.home = home
  }

  /// Whether an address is of the service that the reader has named: of the same scheme, host and port, or of the same host by
  /// `https` instead of `http`, both at their usual ports.
  ///
  /// A name and a password in it do not count, because they are not sent.
  func owns(_ address: String) -> Bool {
    guard let origin = WebAddress(address)?.withoutLogin.origin else { return false }
    if origin == home { return true }
    return home.scheme == "http" && origin.scheme == "https" && origin.host == home.host
      && home.port.isEmpty
      && origin.port.isEmpty
  }
}
