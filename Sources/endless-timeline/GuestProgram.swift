import Feeds
import Foundation
import NCursesTerminal
import Programs
import TableUI
import TimelineScreens
import Viewers

/// The program that shows the timeline to a guest, with limits on keys, time and sessions.
enum GuestProgram {
  /// The greatest number that a guest can type before a key, limited because its effect continues
  /// without further input.
  private static let maximumCount = 999
  /// The maximum number of items and lines that a guest's keys may wait for: 999 screens of 24
  /// lines.
  private static let maximumPendingMovement = 999 * 24

  /// The time from the time limit of a session to its forced end, which comes even if the main
  /// thread is stuck.
  private static let lateness = Duration.milliseconds(900)

  /// Clears the environment before anything reads it, if the options contain `--secure`.
  ///
  /// - Throws: an error if the terminal cannot be used.
  static func prepare(_ words: [[UInt8]]) throws(Failure) {
    let options = words.prefix { $0 != Array("--".utf8) }
    if options.contains(Array("--secure".utf8)) { try GuestEnvironment.enter() }
  }

  static func run(_ options: CommandLineOptions) throws(Failure) -> Outcome {
    let secure = options.secure
    let slot = try secure.slots.map { folder throws(Failure) in
      try SessionSlot(in: folder, of: secure.maximumSessions)
    }
    // The slot is held until the session ends.
    defer { withExtendedLifetime(slot) {} }
    let feed = TimelineFeed(try TimelineOpening(for: secure, network: options.timeline))
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

/// The environment of a guest's session, which keeps only checked values from the guest or the
/// parent process.
enum GuestEnvironment {
  /// Clears the environment except for the type and colors of the terminal, sets a locale and
  /// `ESCDELAY`, disables core dumps, and makes new files private.
  ///
  /// Call it before anything else reads the environment. `LD_*` is removed, too, but the loader has
  /// already read it: the SSH server has to reject it.
  ///
  /// - Throws: an error if the terminal cannot be used.
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
      throw .source("unknown terminal type; try TERM=xterm-256color ssh …")
    }
    // Over a network, more time is needed to distinguish a lone escape from a sequence.
    var kept = ["TERM": name, "LANG": "C.UTF-8", "ESCDELAY": "100"]
    if let color = Environment.value("COLORTERM"), ["truecolor", "24bit"].contains(color) {
      kept["COLORTERM"] = color
    }
    return kept
  }
}

/// The terminal types that are allowed for guests, each with the description that is used for it.
///
/// The name comes from the client, and ncurses builds a path from it. Therefore only these exact
/// names are used, and others are refused: with a default, a terminal might get sequences that it
/// does not know, which may be harmful.
enum GuestTerminals {
  /// Terminals with their own descriptions in Debian's ncurses-base.
  private static let described: Set<String> = [
    "xterm", "xterm-color", "xterm-256color", "screen", "screen-256color", "screen-bce",
    "screen-256color-bce", "screen.xterm-256color", "tmux", "tmux-256color", "vt100", "vt102",
    "vt220", "linux", "rxvt", "rxvt-unicode", "rxvt-unicode-256color",
  ]

  /// Terminals that are compatible with xterm-256color.
  private static let likeXterm: Set<String> = [
    "xterm-kitty", "kitty", "xterm-ghostty", "ghostty", "wezterm", "foot", "foot-extra",
    "alacritty", "alacritty-direct", "xterm-direct", "contour", "rio", "vte", "vte-256color",
    "gnome", "gnome-256color", "konsole", "konsole-256color", "st", "st-256color", "iterm2",
    "nsterm", "nsterm-256color", "mintty", "ms-terminal", "putty-256color",
  ]

  /// The description for a terminal type; nil for an unknown one.
  static func description(of term: String) -> String? {
    if described.contains(term) { return term }
    return likeXterm.contains(term) ? "xterm-256color" : nil
  }
}

/// One of a limited number of slots for sessions, held for the life of the object.
///
/// A slot is a locked file (flock(2)): the kernel releases the lock even if the process crashes, so
/// slots are never lost.
final class SessionSlot {
  private let descriptor: Int32

  /// Takes the first free slot.
  ///
  /// Cost: opens the files of the slots up to the first free one.
  ///
  /// - Parameters:
  ///   - folder: the folder of the slots; their files are created on demand.
  ///   - count: the number of slots.
  /// - Throws: an error if all slots are taken, or if the folder cannot be used.
  init(in folder: String, of count: Int) throws(Failure) {
    var (isAnyTaken, code): (Bool, Int32) = (false, 0)
    for number in 1...count {
      let path = "\(folder)/slot-\(number)"
      let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
      // A slot that cannot be used, for example because it belongs to another user, is skipped; if
      // the folder is missing, no slot can be used.
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
