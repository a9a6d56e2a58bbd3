import Feeds
import Search
import TableUI
import Terminal

/// Where the item of a detail is from: the list behind it, or beside it.
protocol DetailHost: AnyObject {
  var viewer: Viewer? { get }
  /// What one of its items is called.
  var itemName: String { get }
  /// What the list says while the next one is waited for.
  var notices: [Message] { get }
  /// What was looked for in the list.
  var pattern: TextPattern? { get }

  /// Which of them it is, as the status line begins with.
  func title(of subject: DetailSubject) -> String
  /// What a typed text looks for.
  ///
  /// - Throws: the mistake in it.
  func makePattern(of text: String) throws(PatternError) -> TextPattern
  /// Whether an item is on its way.
  var isWaiting: Bool { get }
  /// Gives up the item that is on its way, and stops what is loaded for it.
  func stop()
  /// Shows the list alone.
  func close()
  /// Shows the item that is n further on.
  func step(by count: Int)
  /// Lays the list out where that is covered and has to move on.
  func layoutBehind(_ size: Size)
}
