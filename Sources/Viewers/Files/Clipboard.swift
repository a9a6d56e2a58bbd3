import Bytes
import EventLoop
import Feeds
import Processes
package import TableUI

/// The programs that take what is copied, the first one that answers; where none does, the terminal is sent it.
package struct Clipboard {
  /// A program that reads what is copied, and has it when it ends with status 0.
  nonisolated struct Program: Sendable {
    let words: [String]
    /// As a message says it: "to tmux", "by xclip".
    let way: String
    /// Bytes that it is given at the most.
    let limit: Int
  }

  let programs: [Program]
  /// Bytes that a terminal is sent at the most: terminals leave out what is longer, and none says so.
  private static let mostForTerminal = 8 << 10
  /// How long a program may take: an X server that has gone does not answer.
  private static let timeout = Duration.seconds(2)

  /// No programs.
  package init() { programs = [] }

  init(_ programs: [Program]) { self.programs = programs }

  /// Those of the session in which this process runs.
  ///
  /// Within tmux that is tmux itself, whatever is around it: its client may be on another host. Over SSH a display is
  /// not the reader's.
  ///
  /// - Parameter value: a variable of the environment, if it is set.
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
        programs.append(Program(words: words, way: "by \(words[0])", limit: 16 << 20))
      }
    }
    self.programs = programs
  }

  /// The names of those that may be asked, in their order.
  package var names: [String] { programs.map { $0.words[0] } }

  /// The most bytes that any way takes.
  var limit: Int { programs.map(\.limit).max() ?? Self.mostForTerminal }

  /// Whether the terminal may be sent some bytes.
  func fitsTerminal(_ count: Int) -> Bool { count <= Self.mostForTerminal }

  /// Gives some bytes to the first program that takes them.
  ///
  /// - Parameter onEnd: told which one that was; nil where none has taken them. At once where there is none.
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

  /// Starts a program in a session of its own: those of X and Wayland hand the text out for as long as it is wanted, also
  /// when the viewer and its terminal are gone.
  private static func start(_ program: Program, with bytes: [UInt8]) -> Int32? {
    guard let input = MemoryInput(bytes) else { return nil }
    var launch = ProgramLaunch(
      program.words.map { Array($0.utf8) }, input: input.stream, output: .path("/dev/null"),
      errors: .path("/dev/null"))
    launch.leavesTerminal = true
    return try? launch.start()
  }
}

/// Copying to the reader's clipboard, for all screens.
extension Viewer {
  /// Copies a text as it is, and says what has become of it.
  ///
  /// - Parameters:
  ///   - name: what is copied, as "the value".
  ///   - say: shows a message; called at once where no other program is asked.
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
            Message("\(name) is not copied: \(size) is too long for the terminal", .failure))
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

  /// What is said of bytes that are not copied because there are too many.
  func isTooLong(_ count: Int, of most: Int, as name: String) -> Message {
    Message("\(name) is not copied: \(count.grouped) bytes, more than \(most.grouped)", .failure)
  }
}
