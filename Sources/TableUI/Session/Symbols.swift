public import Terminal

/// The signs of the screen that are no letters: in Unicode, or in ASCII for `--ascii`.
public struct Symbols: Hashable, Sendable {
  /// The selection's bar.
  public var selection: Glyph
  /// Something above.
  public var up: String
  /// That there is more below.
  public var down: String
  /// Between two parts of a line.
  public var dot: String
  /// Before how many lines are shown on each side.
  public var around: String
  /// There is more, or it takes a while.
  public var more: String
  /// The end of a text that was cut.
  public var cut: Glyph
  /// Beside the word that ends a list.
  public var rule: String
  /// A line between two rows.
  public var horizontal: Glyph
  /// A line between two parts of the screen that stand side by side.
  public var vertical: Glyph
  /// In the mark of the position, what is above the end of the screen.
  public var passed: Glyph
  /// In the mark of the position, a column half of which is above the end of the screen.
  public var halfPassed: Glyph
  /// In the mark of the position, what is below the screen.
  public var ahead: Glyph
  /// Before what holds others, which are hidden.
  public var folded: Glyph
  /// Before what holds others, which are shown.
  public var unfolded: Glyph
  /// Behind a value that leads to something else.
  public var leads: Glyph
  /// Stands for a picture.
  public var picture: Glyph
  /// Keys that are not called what they are called elsewhere: the arrows, without arrows.
  public var keyNames: [Key: String]

  /// The signs that most fonts have.
  public static let unicode = Symbols(
    selection: Glyph("▌"), up: "↑", down: "↓", dot: "·", around: "±", more: "…", cut: Glyph("…"),
    rule: "──", horizontal: Glyph("─"), vertical: Glyph("│"),
    passed: Glyph("━"), halfPassed: Glyph("╸"), ahead: Glyph("─"), folded: Glyph("▸"),
    unfolded: Glyph("▾"), leads: Glyph("→"), picture: Glyph("░"),
    keyNames: [:])
  /// The signs that all have.
  public static let ascii = Symbols(
    selection: Glyph("|"), up: "^", down: "v", dot: "-", around: "+/-", more: "...",
    cut: Glyph("~"), rule: "--", horizontal: Glyph("-"), vertical: Glyph("|"),
    passed: Glyph("="), halfPassed: Glyph("="), ahead: Glyph("-"), folded: Glyph("+"),
    unfolded: Glyph("-"), leads: Glyph(">"), picture: Glyph(":"),
    keyNames: [.up: "Up", .down: "Down", .left: "Left", .right: "Right"])

  /// The dot with a blank on each side.
  ///
  /// Each frame needs it, so it is not made by way of a longer string.
  package var spacedDot: SafeText { SafeText(glyphs: [.space] + SafeText(dot).glyphs + [.space]) }

  /// A key as the help shows it.
  public func name(of key: Key) -> String { keyNames[key] ?? key.description }
}
