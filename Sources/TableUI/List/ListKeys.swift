import Terminal

/// The keys of a list that its rows and its status line tell; nil for what no key does, because the
/// app has taken all of them.
struct ListKeys: Hashable {
  /// The keys of each, before an app takes any.
  static let refreshing: [Key] = ["r", "R", .function(5), "^R"]
  static let loading: [Key] = ["."]
  static let opening: [Key] = [.enter]
  static let stopping: [Key] = [.escape, "^C"]
  static let goingToStart: [Key] = ["g", .home, "<"]
  static let goingToEnd: [Key] = ["G", .end, ">"]

  let refresh: Key?
  let more: Key?
  let retry: Key?
  let open: Key?
  let stop: Key?
  let start: Key?
  let end: Key?

  /// Finds what is left.
  ///
  /// - Parameters:
  ///   - commands: those of the app, which come first.
  ///   - canOpen: whether an entry can be selected, and so opened.
  init(besides commands: [Command], canOpen: Bool) {
    func first(of keys: [Key]) -> Key? { keys.first { !$0.isTaken(by: commands) } }
    refresh = first(of: Self.refreshing)
    more = first(of: Self.loading)
    retry = first(of: Self.loading)
    open = canOpen ? first(of: Self.opening) : nil
    stop = first(of: Self.stopping)
    start = first(of: Self.goingToStart)
    end = first(of: Self.goingToEnd)
  }
}

extension Key {
  fileprivate func isTaken(by commands: [Command]) -> Bool {
    commands.contains { $0.prefix == .none && $0.keys.contains(self) && $0.isEnabled() }
  }
}
