import Feeds
import Terminal
import Viewers

/// An option of `less`: its names, and its effect in this program, if any.
///
/// Most options request something that the program does anyway, or that matters little. They are
/// accepted without effect, because they occur in aliases, scripts and `LESS`.
nonisolated struct LessOption {
  /// The kind of value that an option takes.
  enum Argument {
    /// No value.
    case none
    /// Text up to a dollar sign.
    case text
    /// Digits, optionally after a minus.
    case number
    /// All following characters up to the first one that does not belong to a set.
    case run(of: String)
  }

  /// How an option is set.
  enum Setting {
    case on
    /// `-+X`: the default.
    case reset
    case to(String)
  }

  typealias Effect = (inout CommandLineOptions, Setting) -> Void

  /// The name of the value in messages.
  var argumentName: String {
    if case .number = argument { return "a number" }
    return letter == "p" ? "a pattern" : "a value"
  }

  let letter: Character?
  let names: [String]
  let argument: Argument
  let effect: Effect?

  init(
    _ letter: Character? = nil, _ names: String..., argument: Argument = .none,
    effect: Effect? = nil
  ) {
    self.letter = letter
    self.names = names
    self.argument = argument
    self.effect = effect
  }

  /// Creates an option that is on or off.
  static func flag(
    _ letter: Character?, _ name: String, _ set: @escaping (inout CommandLineOptions, Bool) -> Void
  ) -> LessOption {
    LessOption(letter, name) { options, setting in
      if case .reset = setting { set(&options, false) } else { set(&options, true) }
    }
  }
}

nonisolated extension LessOption.Argument {
  var isNone: Bool { if case .none = self { true } else { false } }

  /// Removes the value after an option together with its terminator, and returns the value.
  ///
  /// - Parameter usesBackslash: whether a backslash makes the next character literal.
  func read(from text: inout Substring, usesBackslash: Bool = false) -> String {
    switch self {
    case .none: return ""
    case .number:
      let minus = text.first == "-" ? String(text.removeFirst()) : ""
      return minus + Self.run(of: "0123456789").read(from: &text)
    case .run(let characters):
      let run = text.prefix(while: characters.contains)
      text = text.dropFirst(run.count)
      return String(run)
    case .text:
      var taken = ""
      while let character = text.popFirst(), character != "$" {
        let isEscape = usesBackslash && character == "\\"
        taken.append(isEscape ? text.popFirst() ?? character : character)
      }
      return taken
    }
  }
}

/// The options of version 590 of `less`, by topic.
nonisolated extension LessOption {
  static var all: [LessOption] { lines + searching + looks + moving + files + program }

  private static var lines: [LessOption] {
    [
      .flag("S", "chop-long-lines") { $0.viewer.wrapsLines = !$1 },
      LessOption(nil, "header", argument: .run(of: "0123456789,")) { options, setting in
        if case .to(let text) = setting { _ = options.viewer.takeHeader(text) }
      },
      .flag(nil, "wordwrap") { $0.viewer.wrapsAtBlanks = $1 },
      .flag("N", "LINE-NUMBERS") { $0.viewer.showsLineNumbers = $1 },
      LessOption("n", "line-numbers") { options, _ in options.viewer.showsLineNumbers = false },
      LessOption("x", "tabs", argument: .run(of: "0123456789,")) { options, setting in
        switch setting {
        case .on: break
        case .reset: options.viewer.tabs = .usual
        case .to(let text): options.viewer.tabs = TabStops(text) ?? options.viewer.tabs
        }
      },
      LessOption("s", "squeeze-blank-lines"), LessOption("r", "raw-control-chars"),
      LessOption("R", "RAW-CONTROL-CHARS"), LessOption("u", "underline-special"),
      LessOption("U", "UNDERLINE-SPECIAL"), LessOption("~", "tilde"),
      LessOption(nil, "rscroll", argument: .text),
      LessOption(nil, "line-num-width", argument: .number), LessOption("J", "status-column"),
      LessOption(nil, "status-col-width", argument: .number),
    ]
  }

  private static var searching: [LessOption] {
    [
      .flag("i", "ignore-case") { $0.viewer.searchCase = $1 ? .smart : .matters },
      .flag("I", "IGNORE-CASE") { $0.viewer.searchCase = $1 ? .ignored : .matters },
      LessOption("p", "pattern", argument: .text) { options, setting in
        if case .to(let pattern) = setting, !pattern.isEmpty { options.start = .match(pattern) }
      },
      LessOption("a", "search-skip-screen"), LessOption("A", "SEARCH-SKIP-SCREEN"),
      LessOption("g", "hilite-search"), LessOption("G", "HILITE-SEARCH"),
      LessOption("w", "hilite-unread"), LessOption("W", "HILITE-UNREAD"),
      LessOption(nil, "incsearch"),
    ]
  }

  private static var looks: [LessOption] {
    [
      LessOption("P", "prompt", argument: .text), LessOption("D", "color", argument: .text),
      LessOption(nil, "use-color"), LessOption("m", "long-prompt"),
      LessOption("M", "LONG-PROMPT"), LessOption("q", "quiet", "silent"),
      LessOption("Q", "QUIET", "SILENT"), .flag("X", "no-init") { $0.viewer.leavesScreen = $1 },
      LessOption(nil, "no-keypad"), LessOption("c", "clear-screen"),
      LessOption("C", "CLEAR-SCREEN"), LessOption("d", "dumb"),
    ]
  }

  private static var moving: [LessOption] {
    [
      .flag(nil, "mouse") { $0.looks.mouse = $1 }, .flag(nil, "MOUSE") { $0.looks.mouse = $1 },
      LessOption(nil, "wheel-lines", argument: .number),
      LessOption("j", "jump-target", argument: .run(of: "-.0123456789")) { options, setting in
        switch setting {
        case .on: break
        case .reset: options.viewer.jumpTarget = .top
        case .to(let text):
          options.viewer.jumpTarget = JumpTarget(text) ?? options.viewer.jumpTarget
        }
      },
      LessOption("h", "max-back-scroll", argument: .number),
      LessOption("y", "max-forw-scroll", argument: .number),
      LessOption("z", "window", argument: .number),
      LessOption("#", "shift", argument: .run(of: ".0123456789")),
    ]
  }

  private static var files: [LessOption] {
    [
      LessOption("b", "buffers", argument: .number), LessOption("B", "auto-buffers"),
      LessOption("f", "force"), LessOption("k", "lesskey-file", argument: .text),
      LessOption(nil, "lesskey-src", argument: .text),
      LessOption("L", "no-lessopen") { options, _ in options.viewer.lessOpen = { nil } },
      LessOption("o", "log-file", argument: .text), LessOption("O", "LOG-FILE", argument: .text),
      LessOption("t", "tag", argument: .text), LessOption("T", "tag-file", argument: .text),
      LessOption("\"", "quotes", argument: .text), LessOption(nil, "file-size"),
      LessOption(nil, "follow-name"), LessOption(nil, "save-marks"),
      LessOption(nil, "no-histdups"),
    ]
  }

  private static var program: [LessOption] {
    [
      .flag("F", "quit-if-one-screen") { $0.viewer.quitsIfOneScreen = $1 },
      LessOption("e", "quit-at-eof"), LessOption("E", "QUIT-AT-EOF"),
      LessOption("K", "quit-on-intr"), LessOption("?", "help"), LessOption("V", "version"),
      LessOption(nil, "use-backslash"),
    ]
  }
}

nonisolated extension [LessOption] {
  /// Returns the option with the given letter, or nil.
  func with(_ letter: Character) -> LessOption? { first { $0.letter == letter } }

  /// Returns the option with the given name, or else the only option whose name begins with it, or
  /// nil.
  ///
  /// A name in capitals may be written in small letters except for the first: `--Quiet` is
  /// `--QUIET`.
  func named(_ text: some StringProtocol) -> LessOption? {
    let text = text.first?.isUppercase == true ? text.uppercased() : String(text)
    if let exact = first(where: { $0.names.contains(text) }) { return exact }
    let meant = filter { $0.names.contains { $0.hasPrefix(text) } }
    return meant.count == 1 ? meant.first : nil
  }
}
