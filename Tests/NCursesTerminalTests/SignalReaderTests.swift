import Glibc
import Testing

@testable import NCursesTerminal

@MainActor @Suite struct `A reader of signals` {
  @Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT])
  func `lets signals do what they did before, once it is closed`(signal: Int32) throws {
    let reader = try SignalReader()
    #expect(Self.isBlocked(signal))
    reader.close(terminalIsGone: false)
    #expect(!Self.isBlocked(signal))
  }

  @Test func `lets no late signal of a terminal that is gone end the process`() throws {
    let reader = try SignalReader()
    reader.close(terminalIsGone: true)
    #expect(Self.isBlocked(SIGHUP))
    #expect(!Self.isBlocked(SIGTERM))
    var set = SignalReader.set(of: [SIGHUP])
    pthread_sigmask(SIG_UNBLOCK, &set, nil)
  }

  private static func isBlocked(_ signal: Int32) -> Bool {
    var blocked = SignalReader.set(of: [])
    pthread_sigmask(SIG_BLOCK, nil, &blocked)
    return sigismember(&blocked, signal) == 1
  }
}
