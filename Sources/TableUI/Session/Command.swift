public import Terminal

/// Something a reader can do: its keys, its words in the help and what it does, declared as one, so
/// that the help cannot lie.
public struct Command {
  /// What the help says of it.
  public var title: String { declared.title }
  /// Under which heading the help has it.
  public var group: Group { declared.group }
  /// What is typed before the key.
  public var prefix: Prefix { declared.prefix }
  /// The keys that do it.
  public var keys: [Key] { declared.keys }
  /// The words that do it after `:`, as `q` and `quit`.
  public var words: [String] { declared.words }
  /// The turn of the wheel that does it; nil where none does.
  public var wheel: MouseEvent.Kind? { declared.wheel }
  /// A word for the status line, if it matters there, and else nil; shown with its first key.
  public var hint: String? { declared.hint }
  /// How much the hint matters beside others: the greater, the later it gives way.
  public var hintPriority: Int { declared.hintPriority }
  /// Whether it can be done now; where not, the key is free for what lies behind.
  public var isEnabled: () -> Bool { declared.isEnabled }

  private enum Action {
    case plain(() -> Void)
    case counted((_ number: Int) -> Void)
    case named((_ letter: Unicode.Scalar) -> Void)
    case prompt(Prompt)
    case line(LineForm)
  }

  /// A line after `:` that no word stands for.
  private struct LineForm {
    let name: String
    let fits: (String) -> Bool
    let complete: ((String) -> [Prompt.Completion])?
    let perform: (String) -> Void
  }

  /// By reference, because each key and each frame goes over all commands.
  private final class Declaration {
    let title: String
    let group: Group
    let prefix: Prefix
    let keys: [Key]
    let words: [String]
    let wheel: MouseEvent.Kind?
    let hint: String?
    let hintPriority: Int
    let isEnabled: () -> Bool
    let action: Action
    let goesToNumber: Bool

    init(
      _ title: String, in group: Group, prefix: Prefix, keys: [Key], words: [String] = [],
      wheel: MouseEvent.Kind? = nil, hint: String? = nil, hintPriority: Int = 0,
      isEnabled: @escaping () -> Bool, action: Action, goesToNumber: Bool? = nil
    ) {
      (self.title, self.group, self.prefix) = (title, group, prefix)
      (self.keys, self.words, self.wheel) = (keys, words, wheel)
      (self.hint, self.hintPriority) = (hint, hintPriority)
      (self.isEnabled, self.action) = (isEnabled, action)
      self.goesToNumber = goesToNumber ?? (prefix == .number && keys.contains("G"))
    }
  }

  private let declared: Declaration

  /// More than there is to go over, and few enough to count the lines of that many pages.
  private static let mostTimes = 1_000_000_000

  /// The number of a turn of the wheel: lines.
  static let linesOfATurn = 3

  /// Creates a command.
  ///
  /// - Parameters:
  ///   - title: what the help says of it, in lower case.
  ///   - group: under which heading the help has it.
  ///   - prefix: what is typed before the key, as in `''`.
  ///   - keys: what does it; the first is shown with the hint.
  ///   - words: what does it after `:`; not numbers.
  ///   - hint: a word for the status line, if it matters there.
  ///   - hintPriority: where not all hints fit, those of the lowest give way first, and of one
  ///     priority those of the commands that come first.
  ///   - isEnabled: asked for each key and each frame; it should cost next to nothing.
  ///   - action: does it, on the main actor; a frame follows.
  public init(
    _ title: String, in group: Group = .feed, after prefix: Prefix = .none, keys: [Key] = [],
    words: [String] = [], hint: String? = nil, hintPriority: Int = 0,
    isEnabled: @escaping () -> Bool = { true }, action: @escaping () -> Void
  ) {
    declared = Declaration(
      title, in: group, prefix: prefix, keys: keys, words: words, hint: hint,
      hintPriority: hintPriority, isEnabled: isEnabled, action: .plain(action))
  }

  /// Creates a command that is told a number, as in `5j` and `12G`.
  ///
  /// After `Prefix.number` it is done only where a number is typed; one with the key `G` also has
  /// `:N`. Else the number says how often it
  /// is done: 1 where none is typed, and 3, which are lines, for a turn of the wheel.
  ///
  /// - Parameters:
  ///   - title: what the help says of it, in lower case.
  ///   - group: under which heading the help has it.
  ///   - prefix: what is typed before the key.
  ///   - keys: what does it.
  ///   - wheel: the turn that does it; reported where the screen reports the mouse.
  ///   - goesToNumber: whether `:N` does it; nil for those with the key `G`. The first that can be done now counts.
  ///   - isEnabled: asked for each key and each frame; it should cost next to nothing.
  ///   - action: does it, on the main actor, that many times; a frame follows.
  public init(
    _ title: String, in group: Group = .feed, after prefix: Prefix = .none, keys: [Key],
    wheel: MouseEvent.Kind? = nil, goesToNumber: Bool? = nil,
    isEnabled: @escaping () -> Bool = { true },
    times action: @escaping (_ number: Int) -> Void
  ) {
    declared = Declaration(
      title, in: group, prefix: prefix, keys: keys, wheel: wheel, isEnabled: isEnabled,
      action: .counted(action), goesToNumber: goesToNumber)
  }

  /// Creates a command that is told a letter, as in `ma`: any key from `a` to `z` and from `A` to `Z`.
  ///
  /// - Parameters:
  ///   - title: what the help says of it, in lower case.
  ///   - group: under which heading the help has it.
  ///   - prefix: what is typed before the letter; another key.
  ///   - isEnabled: asked for each key and each frame; it should cost next to nothing.
  ///   - action: does it for that letter, on the main actor; a frame follows.
  public init(
    _ title: String, in group: Group = .feed, after prefix: Prefix,
    isEnabled: @escaping () -> Bool = { true },
    letter action: @escaping (_ letter: Unicode.Scalar) -> Void
  ) {
    declared = Declaration(
      title, in: group, prefix: prefix, keys: [], isEnabled: isEnabled, action: .named(action))
  }

  /// Creates a command that asks for a line.
  ///
  /// - Parameters:
  ///   - title: what the help says of it, in lower case.
  ///   - group: under which heading the help has it.
  ///   - keys: what opens the prompt; the first is shown with the hint.
  ///   - hint: a word for the status line, if it matters there.
  ///   - hintPriority: where not all hints fit, those of the lowest give way first, and of one
  ///     priority those of the commands that come first.
  ///   - isEnabled: asked for each key and each frame; it should cost next to nothing.
  ///   - prompt: what is asked, and what is done with the line.
  public init(
    _ title: String, in group: Group = .feed, keys: [Key], hint: String? = nil,
    hintPriority: Int = 0, isEnabled: @escaping () -> Bool = { true }, prompt: Prompt
  ) {
    declared = Declaration(
      title, in: group, prefix: .none, keys: keys, hint: hint, hintPriority: hintPriority,
      isEnabled: isEnabled, action: .prompt(prompt))
  }

  /// Creates a command that is a whole line after `:`, as `:10:02`.
  ///
  /// - Parameters:
  ///   - title: what the help says of it, in lower case.
  ///   - group: under which heading the help has it.
  ///   - name: what stands for the line in the help, as `TIME`.
  ///   - fits: whether the command takes a line. Words of other commands and numbers come before it.
  ///   - isEnabled: asked for each key and each frame; it should cost next to nothing.
  ///   - complete: called by `Tab` with a line up to the cursor that fits: what that may become.
  ///   - action: does what the line says, on the main actor; a frame follows.
  public init(
    _ title: String, in group: Group = .feed, line name: String,
    fits: @escaping (String) -> Bool, isEnabled: @escaping () -> Bool = { true },
    complete: ((String) -> [Prompt.Completion])? = nil, action: @escaping (String) -> Void
  ) {
    declared = Declaration(
      title, in: group, prefix: .none, keys: [], isEnabled: isEnabled,
      action: .line(LineForm(name: name, fits: fits, complete: complete, perform: action)))
  }

  /// What stands in the help for the line that it is; nil where it is none.
  var lineName: String? { if case .line(let form) = declared.action { form.name } else { nil } }

  /// What a line may become; nil where it is another command's.
  func completions(of line: String) -> [Prompt.Completion]? {
    guard case .line(let form) = declared.action, isEnabled(), form.fits(line) else { return nil }
    return form.complete?(line) ?? []
  }

  /// Does what a line says, and returns true, if the command takes that line and is enabled.
  func perform(line: String) -> Bool {
    guard case .line(let form) = declared.action, isEnabled(), form.fits(line) else { return false }
    form.perform(line)
    return true
  }

  /// What is asked before it is done, if anything.
  var prompt: Prompt? { if case .prompt(let prompt) = declared.action { prompt } else { nil } }

  /// Whether `:N` does it.
  var goesToNumber: Bool { declared.goesToNumber }

  /// Whether a number typed before its keys is how often it is done.
  public var takesCount: Bool {
    if case .counted = declared.action { prefix == .none } else { false }
  }

  /// Whether any letter is one of its keys.
  var takesLetter: Bool { if case .named = declared.action { true } else { false } }

  // MARK: Looking it up

  /// Whether a key, typed after something, is one of its own, and it can be done now.
  func matches(_ key: Key, after prefix: Prefix = .none) -> Bool {
    has(key, after: prefix) && isEnabled()
  }

  /// Whether a key, typed after something, is one of its own.
  func has(_ key: Key, after prefix: Prefix) -> Bool {
    prefix == self.prefix && (keys.contains(key) || takesLetter && key.letter != nil)
  }

  /// Whether a use of the mouse is its turn of the wheel, and it can be done now.
  func matches(_ mouse: MouseEvent.Kind) -> Bool { mouse == wheel && isEnabled() }

  /// Whether a word, typed after `:`, is one of its own, and it can be done now.
  func matches(_ word: String) -> Bool { words.contains(word) && isEnabled() }

  /// Whether a key may be the beginning of it.
  func begins(with key: Key) -> Bool { isBegun(by: key) && isEnabled() }

  private func isBegun(by key: Key) -> Bool {
    prefix.begins(with: key) || takesCount && key.digit != nil
  }

  /// Whether a key is one of its own, whatever is typed before, or may be the beginning of it.
  func mayTake(_ key: Key) -> Bool { has(key, after: prefix) || isBegun(by: key) }

  /// Does it; one that asks for a line does nothing by itself.
  ///
  /// - Parameters:
  ///   - number: the number typed before, or 1.
  ///   - letter: the letter that was typed, where it takes one.
  func perform(number: Int = 1, letter: Unicode.Scalar? = nil) {
    switch declared.action {
    case .plain(let action): action()
    case .counted(let action): action(takesCount ? min(max(1, number), Self.mostTimes) : number)
    case .named(let action): if let letter { action(letter) }
    case .prompt, .line: break
    }
  }

  /// The command as far as a reader can reach it, or nil: it can be done now, and not all its keys and
  /// words belong to commands before it that can be done, too.
  func reachable(behind others: CommandTable) -> Command? {
    guard isEnabled() else { return nil }
    let keys = keys.filter { !others.has($0, after: prefix) }
    let words = words.filter { others.command(called: $0) == nil }
    if keys.isEmpty, words.isEmpty, wheel == nil, !takesLetter, lineName == nil { return nil }
    let isWhole = keys.count == self.keys.count && words.count == self.words.count
    return isWhole ? self : with(keys, words)
  }

  private init(_ declared: Declaration) { self.declared = declared }

  private func with(_ keys: [Key], _ words: [String]) -> Command {
    Command(
      Declaration(
        title, in: group, prefix: prefix, keys: keys, words: words, wheel: wheel, hint: hint,
        hintPriority: hintPriority, isEnabled: isEnabled, action: declared.action))
  }
}

extension Command {
  /// What a command is about: the headings of the help, in their order.
  public enum Group: Hashable, Sendable, CaseIterable {
    /// Moving.
    case move
    /// Searching.
    case search
    /// Appearance.
    case view
    /// Everything else about the list.
    case feed
    /// The program itself.
    case program

    /// What the help says above its commands.
    var heading: String {
      switch self {
      case .move: "Move"
      case .search: "Search"
      case .view: "View"
      case .feed: "Feed"
      case .program: "Program"
      }
    }
  }
}

/// Keys in a command's table are written as they are shown: `"j"`, `"^N"`.
extension Key: ExpressibleByStringLiteral {
  /// Creates a key of one character, or of a caret and one with Control: `"j"`, `"^N"`.
  ///
  /// Any other literal is a programmer's mistake and ends the program.
  public nonisolated init(stringLiteral value: StaticString) {
    let scalars = Array(value.description.unicodeScalars)
    switch (scalars.first, scalars.count) {
    case ("^", 2): self = .control(scalars[1])
    case (let scalar?, 1): self = .character(scalar)
    default: fatalError("'\(value)' is no key")
    }
  }
}
