import Terminal

/// The paging keys: by screenfuls if the table has a selection to move along, otherwise by lines,
/// as in `less`.
extension TableView {
  private static let pageDown: [Key] = [.space, .pageDown, "^F", "f", "^V"]
  private static let pageUp: [Key] = ["b", .pageUp, "^B", .alt("v")]
  private static let halfDown: [Key] = ["d", "^D"]
  private static let halfUp: [Key] = ["u", "^U"]

  /// The keys that move by screenfuls; a number is a count of screenfuls.
  var pagingByScreenful: [Command] {
    [
      paging("page down", Self.pageDown + ["z"], 1),
      paging("page up", Self.pageUp, -1),
      paging("half a page down", Self.halfDown, 0.5),
      paging("half a page up", Self.halfUp, -0.5),
    ]
  }

  private func paging(_ title: String, _ keys: [Key], _ pages: Double) -> Command {
    Command(title, in: .move, keys: keys) { self.move(screenfuls: pages, times: $0) }
  }

  /// The keys that move by lines; a number is a count of lines, which `z`, `d` and `u` also keep
  /// for later uses.
  var pagingByLine: [Command] {
    [
      Command("page down", in: .move, keys: Self.pageDown + ["z"]) { self.movePage(down: true) },
      Command("page up", in: .move, keys: Self.pageUp) { self.movePage(down: false) },
      Command("N lines down", in: .move, after: .number, keys: Self.pageDown) {
        self.move(.lines, by: max(1, $0))
      },
      Command("N lines up", in: .move, after: .number, keys: Self.pageUp) {
        self.move(.lines, by: -max(1, $0))
      },
      Command("page down, and set the page size to N lines", in: .move, after: .number, keys: ["z"])
      {
        self.pageLines = max(1, $0)
        self.movePage(down: true)
      },
      Command("half a page down", in: .move, keys: Self.halfDown) { self.moveHalf(down: true) },
      Command("half a page up", in: .move, keys: Self.halfUp) { self.moveHalf(down: false) },
      Command(
        "N lines down, and make N the default", in: .move, after: .number, keys: Self.halfDown
      ) {
        self.halfPageLines = max(1, $0)
        self.moveHalf(down: true)
      },
      Command("N lines up, and make N the default", in: .move, after: .number, keys: Self.halfUp) {
        self.halfPageLines = max(1, $0)
        self.moveHalf(down: false)
      },
    ]
  }

  private func movePage(down: Bool) {
    move(up: !down) { $0.movement($0.pageLines ?? $0.lines(ofScreenfuls: 1), down: down) }
  }

  private func moveHalf(down: Bool) {
    move(up: !down) { $0.movement($0.halfPageLines ?? $0.lines(ofScreenfuls: 0.5), down: down) }
  }

  private func movement(_ lines: Int, down: Bool) -> Movement {
    Movement(kind: .lines, count: down ? lines : -lines)
  }
}
