public import Terminal

/// The signs of the screen other than letters, in Unicode, or in ASCII for `--ascii`.
public struct Symbols: Hashable, Sendable {
  /// The selection's bar.
  public var selection: Glyph
  /// Points to something above.
  public var up: String
  /// Points to more below.
  public var down: String
  /// Separates two parts of a line.
  public var dot: String
  /// Precedes the number of lines shown on each side of a match.
  public var around: String
  /// Shows that more follows, or that an operation takes a while.
  public var more: String
  /// Marks the end of text that was cut.
  public var cut: Glyph
  /// Surrounds the text at the end of a list.
  public var rule: String
  /// A line between two rows.
  public var horizontal: Glyph
  /// A line between two parts of the screen that are side by side.
  public var vertical: Glyph
  /// In the position mark, the part above the bottom of the screen.
  public var passed: Glyph
  /// In the position mark, a column half of which is above the bottom of the screen.
  public var halfPassed: Glyph
  /// In the position mark, the part below the screen.
  public var ahead: Glyph
  /// Precedes an element whose children are hidden.
  public var folded: Glyph
  /// Precedes an element whose children are shown.
  public var unfolded: Glyph
  /// Follows a value that leads to something else, such as a row of another table.
  public var leads: Glyph
  /// Replaces a picture.
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
  /// It is created without a temporary string, because each frame needs it.
  package var spacedDot: SafeText { SafeText(glyphs: [.space] + SafeText(dot).glyphs + [.space]) }

  /// The name of a key in the help.
  public func name(of key: Key) -> String { keyNames[key] ?? key.description }
}
