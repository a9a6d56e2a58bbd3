public import Paging
public import Terminal

/// The texts of status rows and messages.
///
/// They are English by default; an app in another language sets each of them. The comment on each
/// text says what it tells the reader.
///
///     list.words.loading = "lädt"
///     list.words.end = "Ende"
///
/// The text of a failed load comes from the source: `PagingError.description`.
public struct StatusWords {
  /// A load is running.
  public var loading = "loading"
  /// A failed load is being retried; the number is that of the attempt.
  public var tryingAgain: (_ attempt: Int) -> String = { "trying again (\($0))" }
  /// The list has ended.
  public var end = "end"
  /// A gap has about `count` missing items, or an unknown number of them.
  public var missing: (_ count: Int?) -> String = { $0.map { "~\($0) more" } ?? "more here" }
  /// The list is empty.
  public var empty = "nothing here yet"
  /// A filter has omitted all `count` items.
  public var noMatch: (_ count: Int) -> String = { "no match among \($0)" }
  /// The reader has stopped a load.
  public var stopped = "stopped"
  /// The limit of `count` requests has been reached.
  public var requestsMade: (_ count: Int) -> String = {
    "\($0) \($0 == 1 ? "request" : "requests") made"
  }
  /// None of `pages` pages had a new item.
  public var nothingNew: (_ pages: Int) -> String = { "\($0) pages, nothing new" }
  /// A filter has omitted all items of `pages` pages.
  public var pagesWithoutMatch: (_ pages: Int) -> String = { "\($0) pages without a match" }
  /// The source has asked for a pause.
  public var sourcePauses = "the source asks for a pause"
  /// The load continues automatically after `seconds` seconds.
  public var again: (_ seconds: Int) -> String = { "retry in \(Duration.seconds($0).words)" }

  /// A key stops a load; like the texts below, this one is shown after the name of the key and a
  /// colon.
  public var stops = "stop"
  /// A key continues a load that was stopped or is paused.
  public var goesOn = "continue"
  /// A key ends a wait.
  public var triesNow = "try now"
  /// A key retries a failed load.
  public var triesAgain = "try again"
  /// A key restarts the list from its first page, because the cursor has expired.
  public var startsAgain = "start again"
  /// A key loads the missing items of a gap.
  public var loadsGap = "load"
  /// A key loads an empty list again.
  public var reloads = "refresh"

  /// Creates the English texts.
  public init() {}
}

/// The content of a status row, for a custom cell.
public struct ListStatus {
  /// The place of a status row.
  public enum Place: Hashable, Sendable {
    /// Before the first item, or after the last one.
    case edge(Edge)
    /// Between two pages.
    case gap
    /// In place of an item that is counted but not held.
    case placeholder
  }

  /// The place of the row.
  public let place: Place
  /// The state of the loads there; `.end` if everything is held on that side.
  public let state: LoadState
  /// The text that the list's own cell would show, with the key for an action.
  public let text: SafeText
  /// The style of the text.
  public let style: Style
}
