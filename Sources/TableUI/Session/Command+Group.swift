extension Command {
  /// What a command is about: the headings of the help, in their order.
  public enum Group: Hashable, Sendable, CaseIterable {
    /// Where the reader goes.
    case move
    /// What is looked for.
    case search
    /// How it looks.
    case view
    /// What is shown, and what can be done with it; the default, because most commands of a program
    /// are about that.
    case feed
    /// What works everywhere: the help, the ways back and out.
    case program

    /// What the help says above its commands.
    var heading: String {
      switch self {
      case .move: "Move"
      case .search: "Search"
      case .view: "View"
      case .feed: "Feed"
      case .program: "Program"
      }
    }
  }
}
