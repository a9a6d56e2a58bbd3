import EventLoop
import Feeds
import Processes

/// The browser that a reader has chosen.
struct Browser {
  /// The program and its arguments; `%s` among them stands for the address.
  private let words: [String]
  /// Whether it takes the terminal, because there is no other screen.
  let takesTerminal: Bool

  /// The first of `$BROWSER`, where several may stand with colons between them, else what the desktop has.
  static var chosen: Browser {
    let named = Environment.value("BROWSER")?.split(separator: ":").first.map(String.init) ?? ""
    let words = named.split(separator: " ").map(String.init)
    let hasDesktop = ["DISPLAY", "WAYLAND_DISPLAY"].contains {
      Environment.value($0)?.isEmpty == false
    }
    return words.isEmpty
      ? Browser(words: ["xdg-open"], takesTerminal: false)
      : Browser(words: words, takesTerminal: !hasDesktop)
  }

  /// What messages call it.
  var name: String { words[0] }

  /// Opens an address, which no shell reads.
  ///
  /// - Parameter onEnd: told its status as a shell has it; 127 where it cannot be started.
  func open(_ address: String, in loop: MainLoop, onEnd: @escaping (_ status: Int) -> Void) {
    let parts = words.map { $0.parts(around: "%s") }
    let hasPlace = parts.contains { $0.count > 1 }
    let all = parts.map { $0.joined(separator: address) }
    let stream = ProgramLaunch.Stream.path(takesTerminal ? "/dev/tty" : "/dev/null")
    let launch = ProgramLaunch(
      (hasPlace ? all : all + [address]).map { Array($0.utf8) }, input: stream, output: stream,
      errors: stream, group: takesTerminal ? nil : 0)
    guard let process = try? launch.start() else { return onEnd(127) }
    loop.whenEnded(process) { onEnd(ProgramLaunch.wait(for: process)) }
  }
}
