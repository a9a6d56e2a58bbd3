public import Terminal

/// The signs of the screen other than letters, in Unicode, or in ASCII for `--ascii`.
public struct Symbols: Hashable, Sendable {
  /// The selection's bar.
  public var selection: Glyph
  /// Points to something above.
  public var up: String
  /// Points to more below.
  public var down: String
  /// Between two parts of a line.
  public var dot: String
  /// Before the number of lines shown on each side.
  public var around: String
  /// More follows, or an operation takes a while.
  public var more: String
  /// At the end of a text that was cut.
  public var cut: Glyph
  /// Beside the text at the end of a list.
  public var rule: String
  /// A line between two rows.
  public var horizontal: Glyph
  /// A line between two parts of the screen that stand side by side.
  public var vertical: Glyph
  /// In the position mark, the part above the end of the screen.
  public var passed: Glyph
  /// In the position mark, a column that is half above the end of the screen.
  public var halfPassed: Glyph
  /// In the position mark, the part below the screen.
  public var ahead: Glyph
  /// Before an element whose children are hidden.
  public var folded: Glyph
  /// Before an element whose children are shown.
  public var unfolded: Glyph
  /// Follows a value that leads to something else, such as a row of another table.
  public var leads: Glyph
  /// In place of a picture.
  public var picture: Glyph
  /// Names of keys that differ from the usual ones: those of the arrow keys, in ASCII.
  public var keyNames: [Key: String]

  /// Signs that most fonts contain.
  public static let unicode = Symbols(
    selection: Glyph("▌"), up: "↑", down: "↓", dot: "·", around: "±", more: "…", cut: Glyph("…"),
    rule: "──", horizontal: Glyph("─"), vertical: Glyph("│"),
    passed: Glyph("━"), halfPassed: Glyph("╸"), ahead: Glyph("─"), folded: Glyph("▸"),
    unfolded: Glyph("▾"), leads: Glyph("→"), picture: Glyph("░"),
    keyNames: [:])
  /// Signs that all fonts contain.
  public static let ascii = Symbols(
    selection: Glyph("|"), up: "^", down: "v", dot: "-", around: "+/-", more: "...",
    cut: Glyph("~"), rule: "--", horizontal: Glyph("-"), vertical: Glyph("|"),
    passed: Glyph("="), halfPassed: Glyph("="), ahead: Glyph("-"), folded: Glyph("+"),
    unfolded: Glyph("-"), leads: Glyph(">"), picture: Glyph(":"),
    keyNames: [.up: "Up", .down: "Down", .left: "Left", .right: "Right"])

  /// The dot with a blank on each side.
  ///
  /// It is created without a longer string, because each frame needs it.
  package var spacedDot: SafeText { SafeText(glyphs: [.space] + SafeText(dot).glyphs + [.space]) }

  /// The name of a key in the help.
  public func name(of key: Key) -> String { keyNames[key] ?? key.description }
}
