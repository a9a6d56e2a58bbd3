import Terminal

extension Command {
  /// The keys that scroll sideways, for columns: each is a step from one to the next.
  ///
  /// They stand among `PagedListController.extraCommands`, before the list's own.
  ///
  /// - Parameters:
  ///   - isEnabled: whether there are columns now.
  ///   - scroll: scrolls by columns, to the right where positive, by more than there are for an end; what
  ///     `ColumnLayout.scroll(by:)` does.
  public static func movingByColumn(
    isEnabled: @escaping () -> Bool = { true }, _ scroll: @escaping (_ columns: Int) -> Void
  ) -> [Command] {
    [
      Command(
        "previous column", in: .move, keys: ["h", .left, .alt("(")], isEnabled: isEnabled,
        times: { scroll(-$0) }),
      Command(
        "next column", in: .move, keys: ["l", .right, .alt(")")], isEnabled: isEnabled,
        times: { scroll($0) }),
      Command(
        "first column", in: .move,
        keys: ["0", "^", .alt("{"), Key(code: .left, modifiers: .control)], isEnabled: isEnabled
      ) { scroll(-.max) },
      Command(
        "last column", in: .move, keys: ["$", .alt("}"), Key(code: .right, modifiers: .control)],
        isEnabled: isEnabled
      ) { scroll(.max) },
    ]
  }
}
