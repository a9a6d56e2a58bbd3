import Feeds
import Foundation
import Viewers

/// Takes everything away that a guest, or what started the program, could have put into the
/// environment; to be called before anything else looks at it.
enum GuestEnvironment {
  /// Clears the environment but for the terminal's type, sets a locale, and forbids core dumps.
  ///
  /// `LD_*` is gone too, but the loader has read it by then: that it never comes is the SSH
  /// server's part.
  ///
  /// - Throws: where there is no terminal that can be used.
  static func enter() throws(Failure) {
    let kept = try kept()
    clearenv()
    for (name, value) in kept { setenv(name, value, 1) }
    var none = rlimit(rlim_cur: 0, rlim_max: 0)
    setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
    umask(0o077)
  }

  private static func kept() throws(Failure) -> [String: String] {
    let term = Environment.value("TERM") ?? ""
    guard isatty(STDIN_FILENO) != 0, isatty(STDOUT_FILENO) != 0, term != "dumb" else {
      throw .source("no terminal to draw on; use ssh without -T and without a command")
    }
    guard let name = GuestTerminals.description(of: term) else {
      throw .source("this terminal type is not known here; try TERM=xterm-256color ssh …")
    }
    // What travels over a network needs longer to be told from a lone escape.
    var kept = ["TERM": name, "LANG": "C.UTF-8", "ESCDELAY": "100"]
    if let color = Environment.value("COLORTERM"), ["truecolor", "24bit"].contains(color) {
      kept["COLORTERM"] = color
    }
    return kept
  }
}
