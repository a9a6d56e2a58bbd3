import Glibc
import Processes
import Testing

/// Programs that actually run; each test waits for the end of its program, not for a fixed time.
@Suite(.timeLimit(.minutes(5))) struct `A run of a program` {
  private func outcome(
    _ command: String, timeout: Duration? = nil, atMost most: Int = 1 << 20
  ) throws -> ProgramReading.Outcome {
    let reading = try ProgramRun().start(["/bin/sh", "-c", command])
    reading.timeout = timeout
    return reading.all(atMost: most)
  }

  private func text(_ outcome: ProgramReading.Outcome) -> String? {
    if case .printed(let bytes) = outcome { String(decoding: bytes, as: UTF8.self) } else { nil }
  }

  private func end(_ outcome: ProgramReading.Outcome) -> ProgramRun.End? {
    if case .failed(let end) = outcome { end } else { nil }
  }

  @Test func `gives all that it prints`() throws {
    let numbers = try outcome("seq 100000")
    #expect(text(numbers)?.utf8.count == 588_895)
  }

  @Test func `has nothing to read, and its signals`() throws {
    #expect(text(try outcome("cat; yes | head -1")) == "y\n")
  }

  @Test func `reads what it is given`() throws {
    let input = open("/proc/self/stat", O_RDONLY | O_CLOEXEC)
    defer { close(input) }
    let reading = try ProgramRun().start(["cat"], input: input)
    #expect(text(reading.all(atMost: 1 << 20))?.hasPrefix("\(getpid()) ") == true)
  }

  @Test func `has other variables, and lacks those that are unset`() throws {
    let reading = try ProgramRun().start(
      ["/bin/sh", "-c", "echo $ONE ${HOME-none}"], variables: [("ONE", "a  b"), ("HOME", nil)])
    #expect(text(reading.all(atMost: 100)) == "a b none\n")
  }

  @Test func `has no descriptor of another run`() throws {
    func descriptors() throws -> String? {
      text(try ProgramRun().start(["ls", "/proc/self/fd"]).all(atMost: 1 << 10))
    }
    let before = try descriptors()
    let other = try ProgramRun().start(["sleep", "1000"])
    #expect(try descriptors() == before)
    other.finish()
  }

  @Test func `that fails says so with its status and its last word`() throws {
    let failed = end(try outcome("echo a >&2; printf 'b\\r\\n \\n' >&2; exit 3"))
    #expect(failed?.status == 3 && failed?.lastLine == "b")
    #expect(failed?.description == "exited with status 3: b")
    #expect(end(try outcome("kill -TERM $$"))?.status == 128 + 15)
  }

  @Test func `that writes more to its errors than a pipe holds ends all the same`() throws {
    #expect(text(try outcome("exec >&-; seq 100000 >&2; echo last >&2")) == "")
  }

  @Test func `of a program that is not there says so`() {
    let error = #expect(throws: ProcessError.self) { try ProgramRun().start(["no-such-program"]) }
    #expect(error?.isMissing == true)
    #expect(error?.description == "no-such-program: command not found")
  }

  @Test func `ends where it prints nothing for too long`() throws {
    guard case .silent = try outcome("sleep 1000", timeout: .milliseconds(50)) else {
      Issue.record("it was not silent")
      return
    }
  }

  @Test func `ends where it prints too much`() throws {
    guard case .tooLarge = try outcome("yes", atMost: 1_000) else {
      Issue.record("it was not too large")
      return
    }
  }

  @Test func `that was stopped before its start ends at once`() throws {
    let run = ProgramRun()
    run.stop()
    guard case .stopped = try run.start(["sleep", "1000"]).all(atMost: 100) else {
      Issue.record("it was not stopped")
      return
    }
    #expect(run.end?.status == 128 + 15)
  }
}
