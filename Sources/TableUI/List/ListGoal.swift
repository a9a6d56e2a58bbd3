public import Paging

/// Where a list goes by loading page after page: to its end, to an item by its number, to what is looked
/// for.
public struct ListGoal {
  /// What came of it.
  public enum Outcome: Hashable, Sendable {
    /// The place is held, at this index of the pager's entries.
    case found(Int)
    /// All there is on that way is held, and the place is not among it.
    case exhausted
    /// The reader has stopped it.
    case stopped
    /// The reader has gone elsewhere, or a load has failed.
    case interrupted
  }

  /// At which edge is loaded.
  let edge: Edge
  /// What the status line says of it, such as "loading to item 300".
  let words: String
  /// Whether the end is what the reader wants to see, and not only passed.
  let isEnd: Bool
  /// Finds the place among what is held; asked after each page.
  let find: () -> Int?
  /// Told once what came of it.
  let onEnd: (Outcome) -> Void

  /// Creates a goal.
  ///
  /// - Parameters:
  ///   - words: what the status line says of it, such as "searching".
  ///   - edge: at which edge is loaded.
  ///   - find: finds the place among what is held, by its index, or nil; asked before the first load and after
  ///     each change of the list, so it should cost little.
  ///   - onEnd: told once what came of it.
  public init(
    _ words: String, at edge: Edge, find: @escaping () -> Int?,
    onEnd: @escaping (Outcome) -> Void
  ) { self.init(words, at: edge, isEnd: false, find: find, onEnd: onEnd) }

  /// The end of the list.
  static var end: ListGoal {
    ListGoal("loading to the end", at: .trailing, isEnd: true, find: { nil }, onEnd: { _ in })
  }

  private init(
    _ words: String, at edge: Edge, isEnd: Bool, find: @escaping () -> Int?,
    onEnd: @escaping (Outcome) -> Void
  ) {
    (self.words, self.edge, self.isEnd) = (words, edge, isEnd)
    (self.find, self.onEnd) = (find, onEnd)
  }
}
