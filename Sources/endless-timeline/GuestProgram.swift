import Feeds
import Foundation
import NCursesTerminal
import Programs
import TableUI
import TimelineScreens
import Viewers

/// The timeline for guests, within all limits.
enum GuestProgram {
  /// The greatest number that a guest may type before a key: what that brings about goes on by itself.
  private static let maximumCount = 999
  /// The most items and lines that a guest's keys wait for: as many screenfuls of a usual terminal.
  private static let maximumPendingMovement = 999 * 24

  /// How much longer than its limit a session may last whose main thread is stuck.
  private static let lateness = Duration.milliseconds(900)

  /// Takes the environment away before anything has looked at it.
  ///
  /// - Throws: where there is no terminal that can be used.
  static func prepare(_ words: [[UInt8]]) throws(Failure) {
    let options = words.prefix { $0 != Array("--".utf8) }
    if options.contains(Array("--secure".utf8)) { try GuestEnvironment.enter() }
  }

  static func run(_ options: CommandLineOptions) throws(Failure) -> Outcome {
    let secure = options.secure
    let slot = try secure.slots.map { folder throws(Failure) in
      try SessionSlot(in: folder, of: secure.maximumSessions)
    }
    // The slot is held as long as the session lasts.
    defer { withExtendedLifetime(slot) {} }
    let feed = TimelineFeed(try TimelineOpening(for: secure, moods: options.timeline))
    let program = try FeedProgram(options: options, positions: nil)
    return try program.run(
      feed,
      prepare: { screen, session in
        if let total = secure.limits.total { screen.end(after: total + lateness) }
        feed.limitWaiting(to: maximumPendingMovement)
        session.allowsSuspend = false
        session.maximumCount = maximumCount
        session.limit(secure.limits)
      }, finish: feed.finish)
  }
}

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

/// The terminal types that a guest may have, each with the description that it is drawn by.
///
/// The name comes from the other side, and ncurses makes a path of it. So only a name that is
/// exactly one of these is used, and one that is not is refused: a default would send a terminal
/// sequences that it may not know, which is not surely harmless to what the guest has on it.
enum GuestTerminals {
  /// Terminals whose own descriptions come with Debian's ncurses-base.
  private static let described: Set<String> = [
    "xterm", "xterm-color", "xterm-256color", "screen", "screen-256color", "screen-bce",
    "screen-256color-bce", "screen.xterm-256color", "tmux", "tmux-256color", "vt100", "vt102",
    "vt220", "linux", "rxvt", "rxvt-unicode", "rxvt-unicode-256color",
  ]

  /// Terminals that speak as xterm with 256 colours does.
  private static let likeXterm: Set<String> = [
    "xterm-kitty", "kitty", "xterm-ghostty", "ghostty", "wezterm", "foot", "foot-extra",
    "alacritty", "alacritty-direct", "xterm-direct", "contour", "rio", "vte", "vte-256color",
    "gnome", "gnome-256color", "konsole", "konsole-256color", "st", "st-256color", "iterm2",
    "nsterm", "nsterm-256color", "mintty", "ms-terminal", "putty-256color",
  ]

  /// The name to draw by, or nil for a terminal that is not known.
  static func description(of term: String) -> String? {
    if described.contains(term) { return term }
    return likeXterm.contains(term) ? "xterm-256color" : nil
  }
}

/// One of a number of places for sessions, taken as long as it is held.
///
/// A slot is a file that is locked (flock(2)): the kernel lets go of it however the process ends,
/// so that no slot is ever lost.
final class SessionSlot {
  private let descriptor: Int32

  /// Takes the first free slot.
  ///
  /// Cost: a file opened for each slot that is taken.
  ///
  /// - Parameters:
  ///   - folder: where the slots are; its files are made as they are needed.
  ///   - count: how many there are.
  /// - Throws: where all are taken, or the folder cannot be used.
  init(in folder: String, of count: Int) throws(Failure) {
    var (isAnyTaken, code): (Bool, Int32) = (false, 0)
    for number in 1...count {
      let path = "\(folder)/slot-\(number)"
      let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
      // One that is of no use, as another user's, is one place less; without a folder all are.
      guard file >= 0 else {
        code = errno
        if code == ENOENT || code == ENOTDIR { break }
        continue
      }
      if flock(file, LOCK_EX | LOCK_NB) == 0 {
        descriptor = file
        return
      }
      isAnyTaken = true
      close(file)
    }
    throw isAnyTaken
      ? .source("all \(count) sessions are in use; try again later")
      : .source("cannot count the sessions: \(String(cString: strerror(code)))")
  }

  deinit { close(descriptor) }
}
