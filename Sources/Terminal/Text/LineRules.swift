/// How the bytes of a line are shown.
package struct LineRules: Hashable, Sendable {
  /// The columns that tabs lead to.
  package var tabs: TabStops
  /// Whether colours and the like of the text are shown; their sequences never are.
  package var showsStyles: Bool
  /// Whether a sequence of emoji is one glyph, and not its parts side by side.
  package var joinsEmoji: Bool

  package init(tabs: TabStops = .usual, showsStyles: Bool = true, joinsEmoji: Bool = false) {
    (self.tabs, self.showsStyles, self.joinsEmoji) = (tabs, showsStyles, joinsEmoji)
  }
}
