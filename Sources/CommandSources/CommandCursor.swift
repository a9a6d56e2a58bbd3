public import Answers
public import Paging

/// A place between two pages of a command.
public enum CommandCursor: Hashable, Sendable {
  /// A page with a number.
  case page(PageNumberCursor)
  /// A place by an offset.
  case offset(OffsetCursor<AnswerItemID>)
  /// What a page has said to lead on.
  case cursor(String)
  /// The identity of the last item.
  case last(String)
}
