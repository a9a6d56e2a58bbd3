import EventLoop
import Glibc
import Testing

@MainActor @Suite(.timeLimit(.minutes(5))) struct `A main loop` {
  private let loop = MainLoop()

  @Test func `does not wait where it is finished`() throws {
    try loop.run { true }
  }

  @Test func `does what happens at a descriptor`() throws {
    let pipe = try Pipe()
    var text = ""
    loop.add(DescriptorWatch(pipe.reading, for: .input) { text += pipe.read() })
    pipe.write("one")
    try loop.run { !text.isEmpty }
    pipe.write("two")
    try loop.run { text.count > 3 }
    #expect(text == "onetwo")
  }

  @Test func `does first what was added first, in one turn`() throws {
    let pipes = try (0..<3).map { _ in try Pipe() }
    var done: [Int] = []
    for (number, pipe) in pipes.enumerated() {
      loop.add(
        DescriptorWatch(pipe.reading, for: .input) {
          _ = pipe.read()
          done.append(number)
        })
    }
    for pipe in pipes.reversed() { pipe.write("x") }
    try loop.run { !done.isEmpty }
    #expect(done == [0, 1, 2])
  }

  @Test func `passes over a descriptor that is of no interest`() throws {
    let (quiet, heard) = (try Pipe(), try Pipe())
    var (isQuiet, isHeard) = (true, false)
    loop.add(DescriptorWatch(quiet.reading, for: .nothing) { isQuiet = false })
    loop.add(DescriptorWatch(quiet.reading, for: .hangUp) { isQuiet = false })
    loop.add(DescriptorWatch(heard.reading, for: .input) { isHeard = true })
    quiet.write("x")
    heard.write("x")
    try loop.run { isHeard }
    #expect(isQuiet)
  }

  @Test func `forgets a watch that is removed, also by a handler of the same turn`() throws {
    let (first, second) = (try Pipe(), try Pipe())
    var (count, isHeard) = (0, false)
    let removed = DescriptorWatch(second.reading, for: .input) { isHeard = true }
    loop.add(
      DescriptorWatch(first.reading, for: .input) { [loop] in
        _ = first.read()
        count += 1
        loop.remove(removed)
      })
    loop.add(removed)
    first.write("x")
    second.write("x")
    try loop.run { count == 1 }
    first.write("x")
    try loop.run { count == 2 }
    #expect(!isHeard)
  }

  @Test func `changes what it waits for before it waits`() throws {
    let pipe = try Pipe()
    var isHeard = false
    let watch = DescriptorWatch(pipe.reading, for: .nothing) { isHeard = true }
    loop.add(watch)
    loop.willWait = { watch.interest = .input }
    pipe.write("x")
    try loop.run { isHeard }
  }

  @Test func `hears that the other side has gone, whatever it waits for`() throws {
    let pipe = try Pipe()
    var isGone = false
    loop.add(DescriptorWatch(pipe.reading, for: .hangUp) { isGone = true })
    pipe.closeWriting()
    try loop.run { isGone }
  }

  @Test func `waits until bytes can be written`() throws {
    let pipe = try Pipe()
    let bytes = [UInt8](repeating: 0x78, count: 1 << 20)
    _ = bytes.withUnsafeBytes { DescriptorOutput.write($0, to: pipe.writing) }
    var canWrite = false
    loop.add(DescriptorWatch(pipe.writing, for: .output) { canWrite = true })
    loop.after(.zero) { _ = pipe.read() }
    try loop.run { canWrite }
  }

  @Test func `does the earliest first of what is to come, and of the same moment the first`() throws
  {
    var (done, isKnown) = ([Int](), false)
    // The order is known only if the three timers were set within less time than lies between them.
    while !isKnown {
      let (loop, begin) = (MainLoop(), ContinuousClock.now)
      done = []
      loop.after(.milliseconds(20)) { done.append(3) }
      loop.after(.zero) { done.append(1) }
      loop.after(.milliseconds(10)) { done.append(2) }
      isKnown = begin.duration(to: .now) < .milliseconds(10)
      try loop.run { done.count == 3 }
    }
    #expect(done == [1, 2, 3])
  }

  @Test(arguments: [Duration.zero, .milliseconds(-1)])
  func `is asked between what follows itself at once`(time: Duration) throws {
    var count = 0
    let loop = loop
    func goOn() {
      count += 1
      // Without this limit, the test would never end if the loop did not call `isFinished` in
      // between.
      if count < 100 { loop.after(time) { goOn() } }
    }
    goOn()
    var counts: [Int] = []
    try loop.run {
      counts.append(count)
      return counts.count == 4 || count == 100
    }
    #expect(counts == [1, 2, 3, 4])
  }

  @Test func `forgets what was to come`() throws {
    var done: [Int] = []
    let timer = loop.after(.zero) { done.append(1) }
    loop.after(.zero) { done.append(2) }
    loop.cancel(timer)
    try loop.run { !done.isEmpty }
    loop.cancel(timer)
    #expect(done == [2])
  }

  @Test func `tells of each wait`() throws {
    var told: [String] = []
    loop.willWait = { told.append("sleep") }
    loop.didWait = { told.append("work") }
    loop.after(.zero) { told.append("timer") }
    try loop.run { told.last == "timer" }
    #expect(told == ["work", "sleep", "work", "timer"])
  }
}

@Suite struct `Bytes for a descriptor` {
  private static func write(_ text: String, to descriptor: Int32) -> (count: Int, error: Int32) {
    Array(text.utf8).withUnsafeBytes { DescriptorOutput.write($0, to: descriptor) }
  }

  @Test(arguments: ["", "x", "all of them"]) func `arrive`(text: String) throws {
    let pipe = try Pipe()
    let (count, error) = Self.write(text, to: pipe.writing)
    #expect(count == text.utf8.count && error == 0)
    #expect(pipe.read() == text)
  }

  @Test func `stop where the descriptor takes no more`() throws {
    let pipe = try Pipe()
    let text = String(repeating: "x", count: 1 << 20)
    let (count, error) = Self.write(text, to: pipe.writing)
    #expect(error == EAGAIN)
    #expect(count > 0 && pipe.read().count == count)
  }

  @Test func `are told why none were taken`() throws {
    let (count, error) = Self.write("x", to: -1)
    #expect(count == 0 && error == EBADF)
  }
}

/// A pipe that does not block (pipe(7)).
final class Pipe {
  let reading: Int32
  let writing: Int32
  private var isWritingOpen = true

  init() throws {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw PipeError(code: errno) }
    (reading, writing) = (ends[0], ends[1])
    for end in ends { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
  }

  deinit {
    close(reading)
    closeWriting()
  }

  func write(_ text: String) { _ = Glibc.write(writing, text, text.utf8.count) }

  /// Reads all bytes that are waiting.
  func read() -> String {
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    let count = Glibc.read(reading, &bytes, bytes.count)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }

  func closeWriting() {
    if isWritingOpen { close(writing) }
    isWritingOpen = false
  }
}

/// The error for a pipe that could not be created.
struct PipeError: Error {
  let code: Int32
}
