public import Terminal

/// A command for the reader: its keys, its help text and its action are declared together, so that
/// the help is always correct.
public struct Command {
  /// The text in the help.
  public var title: String { declared.title }
  /// The heading of the command in the help.
  public var group: Group { declared.group }
  /// The input that precedes the command's key.
  public var prefix: Prefix { declared.prefix }
  /// The keys of the command.
  public var keys: [Key] { declared.keys }
  /// The words of the command after `:`, such as `q` and `quit`.
  public var words: [String] { declared.words }
  /// The turn of the wheel that performs the command; nil if none does.
  public var wheel: MouseEvent.Kind? { declared.wheel }
  /// The word in the status line, shown with the command's first free key; nil if none is shown.
  public var hint: String? { declared.hint }
  /// The priority of the hint: hints with a higher priority are omitted later.
  public var hintPriority: Int { declared.hintPriority }
  /// Whether the command is available now; if not, its keys are free for later commands.
  public var isEnabled: () -> Bool { declared.isEnabled }

  private enum Action {
    case plain(() -> Void)
    case counted((_ number: Int) -> Void)
    case named((_ letter: Unicode.Scalar) -> Void)
    case prompt(Prompt)
    case line(LineForm)
  }

  /// A kind of line after `:` that is not the word of a command.
  private struct LineForm {
    let name: String
    let fits: (String) -> Bool
    let complete: ((String) -> [Prompt.Completion])?
    let perform: (String) -> Void
  }

  /// A class, so that commands are cheap to copy: each key and each frame reads all of them.
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

  /// A number that is larger than any list, but small enough to be multiplied by the lines of a
  /// page.
  private static let mostTimes = 1_000_000_000

  /// The number of lines for a turn of the wheel.
  static let linesOfATurn = 3

  /// Creates a command.
  ///
  /// - Parameters:
  ///   - title: its help text, in lower case.
  ///   - group: its heading in the help.
  ///   - prefix: the input before the key, as in `''`.
  ///   - keys: its keys; the first free one is shown with the hint.
  ///   - words: its words after `:`, which must not be numbers.
  ///   - hint: a word for the status line, if it should be shown there.
  ///   - hintPriority: if not all hints fit, those with the lowest priority are omitted first, and
  ///     among hints of equal priority those of the earlier commands.
  ///   - isEnabled: returns whether it is available; called for each key and each frame, so it
  ///     should be cheap.
  ///   - action: performs it on the main actor; a frame follows.
  public init(
    _ title: String, in group: Group = .feed, after prefix: Prefix = .none, keys: [Key] = [],
    words: [String] = [], hint: String? = nil, hintPriority: Int = 0,
    isEnabled: @escaping () -> Bool = { true }, action: @escaping () -> Void
  ) {
    declared = Declaration(
      title, in: group, prefix: prefix, keys: keys, words: words, hint: hint,
      hintPriority: hintPriority, isEnabled: isEnabled, action: .plain(action))
  }

  /// Creates a command that takes a number, as in `5j` and `12G`.
  ///
  /// With `Prefix.number` it is performed only if a number is typed; with the `G` key it is also
  /// performed by `:N`. Otherwise the number is a count: 1 if none is typed, and 3 for a turn of
  /// the wheel.
  ///
  /// - Parameters:
  ///   - title: its help text, in lower case.
  ///   - group: its heading in the help.
  ///   - prefix: the input before the key.
  ///   - keys: its keys.
  ///   - wheel: the turn of the wheel that performs it, if the screen reports the mouse.
  ///   - goesToNumber: whether `:N` performs it; if nil, `:N` performs it if `prefix` is `.number`
  ///     and `G` is one of the keys. If several available commands are for `:N`, the first one is
  ///     performed.
  ///   - isEnabled: returns whether it is available; called for each key and each frame, so it
  ///     should be cheap.
  ///   - action: performs it on the main actor with the number; a frame follows.
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

  /// Creates a command that takes a letter from `a` to `z` or from `A` to `Z`, as in `ma`.
  ///
  /// - Parameters:
  ///   - title: its help text, in lower case.
  ///   - group: its heading in the help.
  ///   - prefix: the key before the letter.
  ///   - isEnabled: returns whether it is available; called for each key and each frame, so it
  ///     should be cheap.
  ///   - action: performs it on the main actor with the letter; a frame follows.
  public init(
    _ title: String, in group: Group = .feed, after prefix: Prefix,
    isEnabled: @escaping () -> Bool = { true },
    letter action: @escaping (_ letter: Unicode.Scalar) -> Void
  ) {
    declared = Declaration(
      title, in: group, prefix: prefix, keys: [], isEnabled: isEnabled, action: .named(action))
  }

  /// Creates a command that opens a prompt.
  ///
  /// - Parameters:
  ///   - title: its help text, in lower case.
  ///   - group: its heading in the help.
  ///   - keys: the keys that open the prompt; the first free one is shown with the hint.
  ///   - hint: a word for the status line, if it should be shown there.
  ///   - hintPriority: if not all hints fit, those with the lowest priority are omitted first, and
  ///     among hints of equal priority those of the earlier commands.
  ///   - isEnabled: returns whether it is available; called for each key and each frame, so it
  ///     should be cheap.
  ///   - prompt: returns the prompt, which includes the action for the line.
  public init(
    _ title: String, in group: Group = .feed, keys: [Key], hint: String? = nil,
    hintPriority: Int = 0, isEnabled: @escaping () -> Bool = { true }, prompt: Prompt
  ) {
    declared = Declaration(
      title, in: group, prefix: .none, keys: keys, hint: hint, hintPriority: hintPriority,
      isEnabled: isEnabled, action: .prompt(prompt))
  }

  /// Creates a command for a whole line after `:`, such as `:10:02`.
  ///
  /// - Parameters:
  ///   - title: its help text, in lower case.
  ///   - group: its heading in the help.
  ///   - name: the placeholder for the line in the help, such as `TIME`.
  ///   - fits: returns whether the command accepts a line. Words of other commands and numbers take
  ///     precedence.
  ///   - isEnabled: returns whether it is available; called for each key and each frame, so it
  ///     should be cheap.
  ///   - complete: called on `Tab` with an accepted line up to the cursor; returns its completions.
  ///   - action: runs the command with the line on the main actor; a frame follows.
  public init(
    _ title: String, in group: Group = .feed, line name: String,
    fits: @escaping (String) -> Bool, isEnabled: @escaping () -> Bool = { true },
    complete: ((String) -> [Prompt.Completion])? = nil, action: @escaping (String) -> Void
  ) {
    declared = Declaration(
      title, in: group, prefix: .none, keys: [], isEnabled: isEnabled,
      action: .line(LineForm(name: name, fits: fits, complete: complete, perform: action)))
  }

  /// The placeholder for the line in the help; nil if the command takes no line.
  var lineName: String? { if case .line(let form) = declared.action { form.name } else { nil } }

  /// The completions of a line; nil if the command does not accept the line or is not available.
  func completions(of line: String) -> [Prompt.Completion]? {
    guard case .line(let form) = declared.action, isEnabled(), form.fits(line) else { return nil }
    return form.complete?(line) ?? []
  }

  /// Runs the command with a line, if it accepts the line and is available; returns whether it did.
  func perform(line: String) -> Bool {
    guard case .line(let form) = declared.action, isEnabled(), form.fits(line) else { return false }
    form.perform(line)
    return true
  }

  /// The prompt that the command opens, if any.
  var prompt: Prompt? { if case .prompt(let prompt) = declared.action { prompt } else { nil } }

  /// Whether `:N` performs the command.
  var goesToNumber: Bool { declared.goesToNumber }

  /// Whether a number typed before the command's keys is a count.
  public var takesCount: Bool {
    if case .counted = declared.action { prefix == .none } else { false }
  }

  /// Whether the command takes a letter.
  var takesLetter: Bool { if case .named = declared.action { true } else { false } }

  // MARK: Lookup

  /// Whether a key after a prefix belongs to this command, and the command is available.
  func matches(_ key: Key, after prefix: Prefix = .none) -> Bool {
    has(key, after: prefix) && isEnabled()
  }

  /// Whether a key after a prefix belongs to this command.
  func has(_ key: Key, after prefix: Prefix) -> Bool {
    prefix == self.prefix && (keys.contains(key) || takesLetter && key.letter != nil)
  }

  /// Whether a mouse event is the turn of the wheel that performs this command, and the command is
  /// available.
  func matches(_ mouse: MouseEvent.Kind) -> Bool { mouse == wheel && isEnabled() }

  /// Whether a word after `:` belongs to this command, and the command is available.
  func matches(_ word: String) -> Bool { words.contains(word) && isEnabled() }

  /// Whether a key may begin the input of this command, and the command is available.
  func begins(with key: Key) -> Bool { isBegun(by: key) && isEnabled() }

  private func isBegun(by key: Key) -> Bool {
    prefix.begins(with: key) || takesCount && key.digit != nil
  }

  /// Whether a key belongs to this command, after its prefix if it has one, or may begin its input.
  func mayTake(_ key: Key) -> Bool { has(key, after: prefix) || isBegun(by: key) }

  /// Performs the command; a command with a prompt or for a line does nothing here.
  ///
  /// - Parameters:
  ///   - number: the number typed before the command, or 1.
  ///   - letter: the letter that was typed, if the command takes one.
  func perform(number: Int = 1, letter: Unicode.Scalar? = nil) {
    switch declared.action {
    case .plain(let action): action()
    case .counted(let action): action(takesCount ? min(max(1, number), Self.mostTimes) : number)
    case .named(let action): if let letter { action(letter) }
    case .prompt, .line: break
    }
  }

  /// The command with only those keys, words and numbers after `:` that reach it; nil if it is not
  /// available, or if earlier available commands have all of them.
  func reachable(behind others: CommandTable) -> Command? {
    guard isEnabled() else { return nil }
    let keys = keys.filter { !others.has($0, after: prefix) }
    let words = words.filter { others.command(called: $0) == nil }
    let goesToNumber = goesToNumber && others.goingToNumber == nil
    let isNamed = !keys.isEmpty || !words.isEmpty || goesToNumber || lineName != nil
    guard isNamed || wheel != nil || takesLetter else { return nil }
    let isWhole =
      keys.count == self.keys.count && words.count == self.words.count
      && goesToNumber == self.goesToNumber
    return isWhole ? self : with(keys, words, goesToNumber)
  }

  private init(_ declared: Declaration) { self.declared = declared }

  private func with(_ keys: [Key], _ words: [String], _ goesToNumber: Bool) -> Command {
    Command(
      Declaration(
        title, in: group, prefix: prefix, keys: keys, words: words, wheel: wheel, hint: hint,
        hintPriority: hintPriority, isEnabled: isEnabled, action: declared.action,
        goesToNumber: goesToNumber))
  }
}

extension Command {
  /// The headings of the help, in their order.
  public enum Group: Hashable, Sendable, CaseIterable {
    /// Movements.
    case move
    /// Searches.
    case search
    /// Appearance.
    case view
    /// Everything else about the list.
    case feed
    /// The program itself.
    case program

    /// The heading in the help.
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

/// Keys in tables of commands are written as they are shown: `"j"`, `"^N"`.
extension Key: ExpressibleByStringLiteral {
  /// Creates a key from one character, or from a caret and a character for Control: `"j"`, `"^N"`.
  ///
  /// Any other literal is a programming error and ends the program.
  public nonisolated init(stringLiteral value: StaticString) {
    let scalars = Array(value.description.unicodeScalars)
    switch (scalars.first, scalars.count) {
    case ("^", 2): self = .control(scalars[1])
    case (let scalar?, 1): self = .character(scalar)
    default: fatalError("'\(value)' is not a key")
    }
  }
}
