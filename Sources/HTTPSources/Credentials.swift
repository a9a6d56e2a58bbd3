import Paging
import Processes
import Synchronization

/// A command that prints a secret, such as `pass show api`.
///
/// What it prints is a field of the header where it has a colon, else a token for `Authorization: Bearer`. It is run with the first
/// request, and once more where the service refuses what it has printed.
public final class CredentialCommand: Sendable {
  private typealias Answer = Result<HTTPField, HTTPError>

  private let command: String
  private let state = Mutex(State())

  private struct State {
    var field: HTTPField?
    /// Those that wait for the run that is under way.
    var waiting: [CheckedContinuation<Answer, Never>] = []
  }

  /// Creates a command that the shell runs.
  public init(_ command: String) { self.command = command }

  /// The field that it has printed, or prints now.
  ///
  /// - Parameter refused: a field that the service has refused; nil for the first one.
  /// - Throws: that the command has failed, without what it has printed.
  func field(insteadOf refused: HTTPField? = nil) async throws(HTTPError) -> HTTPField {
    let answer: Answer = await withCheckedContinuation { task in
      let (known, isFirst): (HTTPField?, Bool) = state.withLock { state in
        if let field = state.field, field != refused { return (field, false) }
        state.waiting.append(task)
        return (nil, state.waiting.count == 1)
      }
      if let known { task.resume(returning: .success(known)) }
      if isFirst { start() }
    }
    return try answer.get()
  }

  private func start() {
    do throws(ProcessError) {
      try WaitingThread.start("credential") { [self] in finish(Self.printed(by: command)) }
    } catch {
      finish(.failure(.passing(error.description)))
    }
  }

  private func finish(_ answer: Answer) {
    let waiting = state.withLock { state in
      defer { state.waiting = [] }
      if case .success(let field) = answer { state.field = field }
      return state.waiting
    }
    for task in waiting { task.resume(returning: answer) }
  }

  /// Runs the command to its end, on a thread that it may keep waiting.
  private static func printed(by command: String) -> Answer {
    do throws(ProcessError) {
      let reading = try ProgramRun().start(["/bin/sh", "-c", command])
      reading.timeout = .seconds(60)
      return field(reading.all(atMost: 64 << 10))
    } catch {
      return .failure(.failed("--credential: \(error.description)"))
    }
  }

  private static func field(_ outcome: ProgramReading.Outcome) -> Answer {
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
