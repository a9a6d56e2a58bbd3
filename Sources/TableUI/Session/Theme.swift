public import Terminal

/// How everything looks: readable on dark and on light, for colours are few and of middle
/// brightness, and everything else is the terminal's own.
public struct Theme: Hashable, Sendable {
  /// What is selected, new, or to act on.
  public var accent: Style
  /// Names and titles.
  public var strong: Style
  /// What matters less.
  public var faint: Style
  /// What went wrong.
  public var failure: Style
  /// Tags and links in texts.
  public var link: Style
  /// What a search has found.
  public var match: Style
  /// The match that the reader is at.
  public var currentMatch: Style
  /// What stands above the rows of a table, such as the names of its columns.
  ///
  /// Its ground and its attributes are added to what the header draws in other colours; by default they are those of the
  /// status line, because an underline would hide the underscores in names.
  public var header: Style
  /// The status line.
  public var bar: Bar
  /// Signs beside letters.
  public var symbols: Symbols
  /// Whether a sequence of emoji is one glyph, and not its parts side by side; false until the terminal is
  /// known to show it so.
  ///
  /// For cells that make safe text of what comes from outside: `SafeText(name, joinsEmoji: theme.joinsEmoji)`.
  public var joinsEmoji = false

  /// The theme of a terminal with a number of colours.
  ///
  /// Contrast of the greys and blues with black and with white is at least 3.9 (WCAG 2.1, 1.4.3
  /// counts them large text; measured on xterm's palette).
  ///
  /// - Parameters:
  ///   - depth: what the screen shows, `Screen.colorDepth`.
  ///   - ascii: whether signs beside letters are plain ASCII.
  ///   - isLight: whether the terminal's own ground is known to be light; what is drawn on the ground is
  ///     readable either way.
  public init(depth: ColorDepth, ascii: Bool = false, isLight: Bool = false) {
    let symbols = ascii ? Symbols.ascii : .unicode
    let bar = Bar(depth, isLight: isLight)
    switch depth {
    case .palette256, .trueColor:
      self.init(symbols, bar, accent: 68, faint: 244, failure: 167, link: 67)
    case .eight: self.init(symbols, bar, accent: 6, faint: nil, failure: 1, link: 6)
    case .none: self.init(symbols, bar, accent: nil, faint: nil, failure: nil, link: nil)
    }
  }

  private init(
    _ symbols: Symbols, _ bar: Bar, accent: UInt8?, faint: UInt8?, failure: UInt8?, link: UInt8?
  ) {
    func style(_ color: UInt8?, _ attributes: Style.Attributes = []) -> Style {
      Style(foreground: color.map { .indexed($0) } ?? .default, attributes: attributes)
    }
    self.symbols = symbols
    self.bar = bar
    self.accent = style(accent, .bold)
    strong = Style(.bold)
    header = bar.strong
    self.faint = faint == nil ? Style(.dim) : style(faint)
    self.failure = failure == nil ? Style(.bold) : style(failure)
    self.link = link == nil ? Style(.underline) : style(link)
    // Black on yellow and orange is read on any ground: contrast 14 and 9.6, computed for xterm's palette.
    let isRich = accent == 68
    match = isRich ? Style(foreground: .indexed(16), background: .indexed(222)) : Style(.reverse)
    currentMatch =
      isRich
      ? Style(foreground: .indexed(16), background: .indexed(208), attributes: .bold)
      : Style([.reverse, .bold])
  }

  /// The theme of a terminal with 256 colours.
  public static let standard = Theme(depth: .palette256)
}

extension Theme {
  /// Looks of the status line, which has a quiet ground of its own; each is whole, with the ground.
  public struct Bar: Hashable, Sendable {
    /// The ground, and what there is to know.
    public var plain: Style
    /// What matters less.
    public var faint: Style
    /// Names and keys.
    public var strong: Style
    /// What is new, or to act on.
    public var accent: Style
    /// What went wrong.
    public var failure: Style
  }
}

extension Theme.Bar {
  /// The looks for a number of colours.
  ///
  /// Contrast with the ground is at least 4.3 (WCAG 2.1, 1.4.3; computed for xterm's palette). Fewer colours
  /// than 256 cannot make a quiet ground: there it is reverse, as in other programs.
  ///
  /// - Parameter isLight: whether the terminal's own ground is known to be light.
  init(_ depth: ColorDepth, isLight: Bool) {
    if depth >= .palette256 {
      let colors: [UInt8] = isLight ? [254, 237, 241, 25, 124] : [236, 252, 246, 110, 174]
      self.init(colors.map { .indexed($0) })
    } else {
      let bold = Style([.reverse, .bold])
      let red = Style(
        foreground: depth == .eight ? .indexed(1) : .default, attributes: bold.attributes)
      self.init(
        plain: Style(.reverse), faint: Style(.reverse), strong: bold, accent: bold, failure: red)
    }
  }

  /// - Parameter colors: of the ground, then of plain, faint, accented words and failures on it.
  private init(_ colors: [Color]) {
    func style(_ index: Int, _ attributes: Style.Attributes = []) -> Style {
      Style(foreground: colors[index], background: colors[0], attributes: attributes)
    }
    self.init(
      plain: style(1), faint: style(2), strong: style(1, .bold), accent: style(3, .bold),
      failure: style(4, .bold))
  }
}
