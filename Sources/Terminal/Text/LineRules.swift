/// How the bytes of a line are shown.
package struct LineRules: Hashable, Sendable {
  /// The columns that tabs lead to.
  package var tabs: TabStops
  /// Whether colours and the like of the text are shown; their sequences never are.
  package var showsStyles: Bool

  package init(tabs: TabStops = .usual, showsStyles: Bool = true) {
    (self.tabs, self.showsStyles) = (tabs, showsStyles)
  }
}
