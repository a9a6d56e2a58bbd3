import Bytes
import EventLoop
import Feeds
import Processes
package import TableUI

/// A clipboard, which passes text to the first program that accepts it; if none does, the text is
/// sent to the terminal.
package struct Clipboard {
  /// A program that reads text from standard input; exit status 0 means success.
  nonisolated struct Program: Sendable {
    let words: [String]
    /// The phrase for the program in messages: "to tmux", "with xclip".
    let way: String
    /// The maximum number of bytes.
    let limit: Int
  }

  let programs: [Program]
  /// The maximum number of bytes sent to a terminal; some terminals silently ignore longer text.
  private static let mostForTerminal = 8 << 10
  /// The time limit for a program; a program that waits for a dead X server does not exit by
  /// itself.
  private static let timeout = Duration.seconds(2)

  /// Creates a clipboard without programs.
  package init() { programs = [] }

  init(_ programs: [Program]) { self.programs = programs }

  /// Creates a clipboard with the programs for the session of this process.
  ///
  /// Within tmux, only tmux itself is used, because its client may be on another host. Over SSH
  /// without tmux, no program is used, because the clipboard of this host is not the reader's.
  ///
  /// - Parameter value: takes the name of an environment variable, and returns its value; nil if it
  ///   is not set.
  package init(environment value: (_ name: String) -> String?) {
    func has(_ name: String) -> Bool { value(name)?.isEmpty == false }
    var programs: [Program] = []
    if has("TMUX") {
      programs.append(
        Program(words: ["tmux", "load-buffer", "-w", "-"], way: "to tmux", limit: 1 << 20))
    } else if !has("SSH_CONNECTION") {
      let (wayland, x11) = (has("WAYLAND_DISPLAY"), has("DISPLAY"))
      let all = [
        (wayland, ["wl-copy"]), (x11, ["xclip", "-selection", "clipboard"]),
        (x11, ["xsel", "--clipboard", "--input"]), (true, ["pbcopy"]),
      ]
      for case (true, let words) in all {
        programs.append(Program(words: words, way: "with \(words[0])", limit: 16 << 20))
      }
    }
    self.programs = programs
  }

  /// The names of the programs, in order.
  package var names: [String] { programs.map { $0.words[0] } }

  /// The maximum number of bytes that any of the programs accepts or, without programs, the
  /// terminal.
  var limit: Int { programs.map(\.limit).max() ?? Self.mostForTerminal }

  /// Whether the terminal accepts text with the given number of bytes.
  func fitsTerminal(_ count: Int) -> Bool { count <= Self.mostForTerminal }

  /// Passes bytes to the first program that accepts them.
  ///
  /// - Parameter onEnd: called with the program, or nil if no program has accepted the bytes;
  ///   called immediately if no program can be started.
  func give(_ bytes: [UInt8], in loop: MainLoop, onEnd: @escaping (Program?) -> Void) {
    give(bytes, to: programs[...].filter { bytes.count <= $0.limit }[...], in: loop, onEnd: onEnd)
  }

  private func give(
    _ bytes: [UInt8], to programs: ArraySlice<Program>, in loop: MainLoop,
    onEnd: @escaping (Program?) -> Void
  ) {
    guard let program = programs.first else { return onEnd(nil) }
    let next = { give(bytes, to: programs.dropFirst(), in: loop, onEnd: onEnd) }
    guard let process = Self.start(program, with: bytes) else { return next() }
    let timer = loop.after(Self.timeout) { ProgramLaunch.end(session: process) }
    loop.whenEnded(process) {
      loop.cancel(timer)
      if ProgramLaunch.wait(for: process) == 0 { onEnd(program) } else { next() }
    }
  }

  /// Starts a program in a new session, because programs for X and Wayland provide the text as long
  /// as needed, even after the viewer has exited and its terminal is closed.
  private static func start(_ program: Program, with bytes: [UInt8]) -> Int32? {
    guard let input = MemoryInput(bytes) else { return nil }
    var launch = ProgramLaunch(
      program.words.map { Array($0.utf8) }, input: input.stream, output: .path("/dev/null"),
      errors: .path("/dev/null"))
    launch.leavesTerminal = true
    return try? launch.start()
  }
}

/// Copying to the clipboard, for all screens.
extension Viewer {
  /// Copies text, and reports the result.
  ///
  /// - Parameters:
  ///   - name: the name of the text, such as "the value".
  ///   - say: shows a message; called immediately if no program is used.
  package func copy(
    _ text: some Collection<UInt8>, as name: String, say: @escaping (Message) -> Void
  ) {
    if let refusal = options.restriction?.message("copying") { return say(refusal) }
    let count = text.count
    guard count <= clipboard.limit else {
      return say(isTooLong(count, of: clipboard.limit, as: name))
    }
    guard count > 0 else { return say(Message("\(name) is empty", .accent)) }
    let bytes = Array(text)
    let size = ByteCount(count)
    clipboard.give(bytes, in: loop) { [weak self, clipboard] program in
      guard let program else {
        if !clipboard.fitsTerminal(count) {
          return say(
            Message("cannot copy \(name): \(size) is too large for the terminal", .failure))
        }
        let isSent = self?.session?.copy(bytes) == true
        return say(
          isSent
            ? Message("sent \(name), \(size), to the terminal")
            : Message("this terminal has no clipboard", .failure))
      }
      say(Message("copied \(name), \(size), \(program.way)"))
    }
  }

  /// Returns the message for text that is too long to be copied.
  func isTooLong(_ count: Int, of most: Int, as name: String) -> Message {
    Message("cannot copy \(name): \(count.grouped) bytes (limit \(most.grouped))", .failure)
  }
}
