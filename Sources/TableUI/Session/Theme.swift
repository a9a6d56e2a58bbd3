public import Terminal

/// The styles of all views.
///
/// They are readable on dark and light backgrounds, because they use a few colors of medium
/// brightness, and the terminal's own colors for everything else.
public struct Theme: Hashable, Sendable {
  /// Selected or new elements, and elements to act on.
  public var accent: Style
  /// Names and titles.
  public var strong: Style
  /// Less important text.
  public var faint: Style
  /// Failures.
  public var failure: Style
  /// Tags and links in text.
  public var link: Style
  /// Matches of a search.
  public var match: Style
  /// The current match.
  public var currentMatch: Style
  /// The header above the rows of a table, such as the names of its columns.
  ///
  /// The background and the attributes are added to the header's own colors. By default they are
  /// those of the status line, because an underline would hide the underscores in names.
  public var header: Style
  /// The status line.
  public var bar: Bar
  /// The signs other than letters.
  public var symbols: Symbols
  /// Whether an emoji sequence is one glyph instead of its separate parts; false until the terminal
  /// is known to draw it that way.
  ///
  /// Cells use it to make text from outside safe: `SafeText(name, joinsEmoji: theme.joinsEmoji)`.
  public var joinsEmoji = false

  /// Creates the theme for a terminal with the given number of colors.
  ///
  /// With 256 colors or more, the colors on the terminal's own background have a contrast of at
  /// least 3.5 with black and with white (WCAG 2.1, 1.4.3, requires 3 for large text; computed for
  /// xterm's palette).
  ///
  /// - Parameters:
  ///   - depth: the number of colors of the screen; see `Screen.colorDepth`.
  ///   - ascii: whether all signs are plain ASCII.
  ///   - isLight: whether the terminal's background is known to be light; text drawn on it is
  ///     readable in both cases.
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
    // Black on yellow and orange is readable on any background: contrast 15 and 8.7, computed for
    // xterm's palette.
    let isRich = accent == 68
    match = isRich ? Style(foreground: .indexed(16), background: .indexed(222)) : Style(.reverse)
    currentMatch =
      isRich
      ? Style(foreground: .indexed(16), background: .indexed(208), attributes: .bold)
      : Style([.reverse, .bold])
  }

  /// The theme of a terminal with 256 colors.
  public static let standard = Theme(depth: .palette256)
}

extension Theme {
  /// The styles of the status line, which has its own quiet background; each style includes the
  /// background.
  public struct Bar: Hashable, Sendable {
    /// The background, and messages.
    public var plain: Style
    /// Less important text.
    public var faint: Style
    /// Names and keys.
    public var strong: Style
    /// New elements, and elements to act on.
    public var accent: Style
    /// Failures.
    public var failure: Style
  }
}

extension Theme.Bar {
  /// Creates the styles for the given number of colors.
  ///
  /// The contrast with the background is at least 4.3 (WCAG 2.1, 1.4.3; computed for xterm's
  /// palette). Fewer than 256 colors cannot show a quiet background, so the status line is then in
  /// reverse video, as in other programs.
  ///
  /// - Parameter isLight: whether the terminal's background is known to be light.
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

  /// - Parameter colors: the colors of the background, of plain, faint and accented text, and of
  ///   failures, in this order.
  private init(_ colors: [Color]) {
    func style(_ index: Int, _ attributes: Style.Attributes = []) -> Style {
      Style(foreground: colors[index], background: colors[0], attributes: attributes)
    }
    self.init(
      plain: style(1), faint: style(2), strong: style(1, .bold), accent: style(3, .bold),
      failure: style(4, .bold))
  }
}
