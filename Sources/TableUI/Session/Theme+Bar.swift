public import Terminal

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
