import Glibc
import Processes
import Testing

@Suite(.timeLimit(.minutes(5))) struct `The group of a program` {
  /// Starts a shell command that first prints its process number.
  ///
  /// - Parameter trap: a command that runs before the number is printed.
  private func start(_ command: String, trap: String = "") throws -> (
    run: ProgramRun, reading: ProgramReading, group: Int32
  ) {
    let run = ProgramRun()
    let reading = try run.start(["/bin/sh", "-c", "\(trap) echo $$; \(command)"])
    return (run, reading, try #require(Int32(line(reading))))
  }

  /// The next line, without what the program may have printed after it.
  private func line(_ reading: ProgramReading) -> String {
    var (line, memory) = ([UInt8](), [UInt8](repeating: 0, count: 1))
    while memory.withUnsafeMutableBytes(reading.read) == 1, memory[0] != UInt8(ascii: "\n") {
      line.append(memory[0])
    }
    return String(decoding: line, as: UTF8.self)
  }

  private func bytes(_ reading: ProgramReading) throws -> [UInt8] {
    var memory = [UInt8](repeating: 0, count: 100)
    let count = memory.withUnsafeMutableBytes(reading.read)
    return Array(memory[..<count])
  }

  /// Waits until no process of the group is left.
  ///
  /// The system has to reap the processes whose parent was in the group, which takes a moment.
  private func waitForEnd(of group: Int32) {
    while kill(-group, 0) == 0 { sched_yield() }
    #expect(errno == ESRCH)
  }

  @Test func `is its own, with the program as its first`() throws {
    let (_, reading, group) = try start("ps -o pgid= -p $$")
    #expect(String(decoding: try bytes(reading), as: UTF8.self).filter(\.isNumber) == "\(group)")
    #expect(group != getpgrp())
  }

  @Test func `has its keeper before a shell's command begins`() throws {
    let keepers =
      #"for p in /proc/[0-9]*; do tr '\0' ' ' <$p/cmdline; echo; done 2>/dev/null | grep -c "[K]ILL.* sh $$ ""#
    for _ in 1...20 {
      let reading = try ProgramRun().start(["/bin/sh", "-c", keepers])
      #expect(try bytes(reading) == Array("1\n".utf8))
    }
  }

  @Test func `ends with the program`() throws {
    let (_, reading, group) = try start("sleep 1000 & exit 0")
    #expect(try bytes(reading).isEmpty)
    #expect(reading.finish().status == 0)
    waitForEnd(of: group)
  }

  @Test func `is waited for where it prints on`() throws {
    let command = "echo $$; (read -r line </dev/null; echo later) & exit 0"
    let reading = try ProgramRun().start(["/bin/sh", "-c", command])
    reading.awaitsDescendants = true
    guard case .printed(let bytes) = reading.all(atMost: 100) else {
      Issue.record("it has failed")
      return
    }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    #expect(lines.last == "later")
    waitForEnd(of: try #require(lines.first.flatMap { Int32($0) }))
  }

  @Test(arguments: ["", "trap '' TERM;"]) func `ends when it is stopped`(trap: String) throws {
    let (run, reading, group) = try start("sleep 1000 & sleep 1000", trap: trap)
    run.stop()
    #expect(try bytes(reading).isEmpty)
    #expect(reading.finish().status == 128 + (trap.isEmpty ? 15 : 9))
    waitForEnd(of: group)
  }

  @Test func `ends with what reads it`() throws {
    let group = try start("trap '' TERM; sleep 1000").group
    waitForEnd(of: group)
  }

  @Test func `leaves no child behind and no descriptor`() throws {
    // What other tests have left to threads may open and close descriptors in the meantime, but
    // each attempt would count a descriptor that a run leaves behind.
    var leavesNone = false
    for _ in 1...20 where !leavesNone {
      let before = openDescriptors
      for _ in 0..<10 {
        let (_, reading, group) = try start("sleep 1000 & exit 3")
        reading.finish()
        #expect(waitpid(-group, nil, WNOHANG) == -1 && errno == ECHILD)
      }
      leavesNone = openDescriptors == before
    }
    #expect(leavesNone)
  }

  private var openDescriptors: Int { (0..<1_000).count { fcntl(Int32($0), F_GETFD) >= 0 } }
}
