public import Paging

/// A goal that a list reaches by loading page after page: its end, an item number, or a search
/// result.
public struct ListGoal {
  /// The result of loading to a goal.
  public enum Outcome: Hashable, Sendable {
    /// The goal is held, at this index among the pager's entries.
    case found(Int)
    /// The list has been loaded up to its end at the goal's edge, and the goal has not been found.
    case exhausted
    /// The reader has stopped loading to the goal.
    case stopped
    /// The loading has ended for another reason: for example, the reader has moved elsewhere, or a
    /// load has failed.
    case interrupted
  }

  /// The edge at which pages are loaded.
  let edge: Edge
  /// The text for the goal in the status line, such as "loading up to item 300".
  let words: String
  /// Whether the goal is the end of the list itself, and not an item before it.
  let isEnd: Bool
  /// Whether `PagerConfiguration.maxRequestsToEnd` limits the loads; false for an item that was
  /// held a moment ago, because a source usually has the pages up to it in memory.
  package var isLimited = true
  /// Returns the index of the goal among the held entries, or nil; called after each change to the
  /// list.
  let find: () -> Int?
  /// Called once with the result.
  let onEnd: (Outcome) -> Void

  /// Creates a goal.
  ///
  /// - Parameters:
  ///   - words: the text for the goal in the status line, such as "searching".
  ///   - edge: the edge at which pages are loaded.
  ///   - find: returns the index of the goal among the held entries, or nil; it is called before
  ///     the first load and after each change to the list, so it should be cheap.
  ///   - onEnd: called once with the result.
  public init(
    _ words: String, at edge: Edge, find: @escaping () -> Int?,
    onEnd: @escaping (Outcome) -> Void
  ) { self.init(words, at: edge, isEnd: false, find: find, onEnd: onEnd) }

  /// The goal that is the end of the list.
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
