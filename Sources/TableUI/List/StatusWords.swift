public import Paging
public import Terminal

/// The words of status rows and messages: loading, failure, gap, end.
///
/// English by default; an app that speaks another language sets each of them.
///
///     list.words.loading = "lädt"
///     list.words.end = "Ende"
///
/// What a failed load says comes from the source: `PagingError.description`.
public struct StatusWords {
  /// A load is out.
  public var loading = "loading"
  /// A failed load is tried again; the number says which attempt this is.
  public var tryingAgain: (_ attempt: Int) -> String = { "trying again (\($0))" }
  /// The list has ended.
  public var end = "end"
  /// A gap lacks about n items, or an unknown number.
  public var missing: (_ count: Int?) -> String = { $0.map { "~\($0) more" } ?? "more here" }
  /// The list is empty.
  public var empty = "nothing here yet"
  /// A filter has left all of n items out.
  public var noMatch: (_ count: Int) -> String = { "none of \($0) matches" }
  /// The reader has stopped a load.
  public var stopped = "stopped"
  /// N requests were made, which are all that are allowed.
  public var requestsMade: (_ count: Int) -> String = {
    "\($0) \($0 == 1 ? "request" : "requests") made"
  }
  /// N pages have brought no new item.
  public var nothingNew: (_ pages: Int) -> String = { "\($0) pages, nothing new" }
  /// A filter has left all items of n pages out.
  public var pagesWithoutMatch: (_ pages: Int) -> String = { "\($0) pages without a match" }
  /// The source has asked to be left alone.
  public var sourcePauses = "the source asks for a pause"
  /// It goes on by itself after n seconds.
  public var again: (_ seconds: Int) -> String = { "again in \(Duration.seconds($0).words)" }

  /// What a key does, said behind its name: it ends a load.
  public var stops = "stops"
  /// A key goes on with what was stopped or is paused.
  public var goesOn = "goes on"
  /// A key does not wait.
  public var triesNow = "tries now"
  /// A key tries a failed load again.
  public var triesAgain = "tries again"
  /// A key begins the list again, because the place to go on from has expired.
  public var startsAgain = "starts again from the top"
  /// A key loads what a gap lacks.
  public var loadsGap = "loads it"
  /// A key loads an empty list again.
  public var reloads = "reloads"

  /// Creates the words in English.
  public init() {}
}

/// The content of a status row, for a custom cell.
public struct ListStatus {
  /// Where the row stands.
  public enum Place: Hashable, Sendable {
    /// Before the first item, or behind the last.
    case edge(Edge)
    /// Between two pages.
    case gap
    /// In place of an item that is counted and not held.
    case placeholder
  }

  /// Where the row stands.
  public let place: Place
  /// What the loads there are doing; `.end` where all is held on that side.
  public let state: LoadState
  /// The words that the list's own cell would show, with the key that does something about it.
  public let text: SafeText
  /// How they would look.
  public let style: Style
}
