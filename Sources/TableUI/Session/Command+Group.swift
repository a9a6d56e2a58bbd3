extension Command {
  /// What a command is about: the headings of the help, in their order.
  public enum Group: Hashable, Sendable, CaseIterable {
    /// Moving.
    case move
    /// Searching.
    case search
    /// Appearance.
    case view
    /// Everything else about the list.
    case feed
    /// The program itself.
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
