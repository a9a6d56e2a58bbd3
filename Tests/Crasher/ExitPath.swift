import Dispatch
import EventLoop
import Glibc
import NCursesTerminal

/// An exit path of the program; the program's argument is its name.
enum ExitPath: String {
  case quit, exit, error, uncaught
  case fatalError, index, overflow, stack, abort, segv, bus
  case worker, workerStack, crowd
  case noise, noisyQuit, hostile, long
  case unguarded, chained, later, closed, dropped
  case stuck

  /// Whether one call both opens and closes the screen.
  var closes: Bool { self != .uncaught && self != .dropped }

  var options: NCursesOptions {
    var options = NCursesOptions(mouse: true)
    options.catchesCrashes = self != .unguarded
    return options
  }

  /// For the path `chained`, installs a signal handler before the screen is opened.
  func prepare() {
    guard self == .chained else { return }
    signal(SIGILL) { number in
      write(STDERR_FILENO, "the handler from before\n", 24)
      signal(number, SIG_DFL)
      raise(number)
    }
  }

  /// Reports, after the screen has been closed, whether a handler of a signal is still installed.
  func finish() {
    guard self == .closed else { return }
    var action = sigaction()
    sigaction(SIGILL, nil, &action)
    let isDefault = action.__sigaction_handler.sa_handler == nil
    print(isDefault ? "nobody has the signal" : "somebody has the signal")
  }

  /// Takes this exit path.
  func take() throws {
    switch self {
    case .quit, .closed, .dropped: return
    case .exit: Glibc.exit(7)
    case .error, .uncaught: throw Mistake(text: "nobody catches this")
    case .index: print([1, 2][Int(CommandLine.argc)])
    case .overflow: print(Int8.max + Int8(CommandLine.argc))
    case .stack: print(Self.dive(0))
    case .abort: Glibc.abort()
    case .segv: UnsafeMutablePointer<Int>(bitPattern: 8)?.pointee = 1
    case .bus: Self.readBeyondEnd()
    default: try takeWithWords()
    }
  }

  private func takeWithWords() throws {
    switch self {
    case .worker: elsewhere { Swift.fatalError("from a worker") }
    case .workerStack:
      Task.detached(executorPreference: BackgroundExecutor.shared) { print(Self.dive(0)) }
      while true { pause() }
    case .crowd:
      for _ in 1...7 { DispatchQueue.global().async { Swift.fatalError("one of many") } }
      elsewhere { Swift.fatalError("one of many") }
    case .noise, .noisyQuit:
      Self.complain("a first complaint\na second: naïve\n")
      if self == .noise { Swift.fatalError("the last word") }
    case .hostile: Swift.fatalError("\u{1B}]0;title\u{7}\u{9B}31m\u{202E}\r\nnext")
    case .long:
      for _ in 1...20_000 { Self.complain("again and again\n") }
      Swift.fatalError("the last word")
    case .stuck:
      _ = write(STDOUT_FILENO, "stuck", 5)
      while true { pause() }
    case .later:
      signal(SIGILL) { _ in _exit(42) }
      Swift.fatalError("for a later handler")
    default: Swift.fatalError("the last word")
    }
  }

  private static func complain(_ text: String) { _ = write(STDERR_FILENO, text, text.utf8.count) }

  /// Runs `body` on another thread, and blocks forever.
  private func elsewhere(_ body: @escaping @Sendable () -> Void) -> Never {
    DispatchQueue.global().async(execute: body)
    while true { pause() }
  }

  @inline(never) private nonisolated static func dive(_ depth: Int) -> Int {
    var room = (depth, depth, depth, depth, depth, depth, depth, depth)
    return withUnsafeMutableBytes(of: &room) { dive(depth + 1 + Int($0[0])) } + 1
  }

  private static func readBeyondEnd() {
    let file = fileno(tmpfile())
    let place = mmap(nil, 4096, PROT_READ, MAP_SHARED, file, 0)
    print(place?.load(as: UInt8.self) ?? 0)
  }
}

/// An error that is never caught.
struct Mistake: Error {
  let text: String
}
