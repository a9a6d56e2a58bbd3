import Feeds
import Paging
import Records
import Search
import TableUI
import Terminal

/// A description of the items in a list, for the detail screen.
protocol ItemDetailContext<Item>: AnyObject {
  associatedtype Item: Identifiable & Sendable where Item.ID: Sendable

  /// Returns the content to show for an item.
  func subject(of item: Item) -> DetailSubject
  /// Returns the record from which an item's time is taken; by default the record that is shown, if
  /// it is complete.
  func record(of item: Item) -> Record?
  /// Whether items are in chronological order, so that the time since the item above is shown;
  /// false by default.
  var isInOrderOfTime: Bool { get }
  /// Returns the title of an item; if it is nil, the default, the item's name and number are used.
  func title(of id: Item.ID) -> String?
  /// Whether an item continues the one before it; false by default.
  func isPart(_ item: Item) -> Bool

  /// Handles input that was typed earlier, because it may lead to another item; does nothing by
  /// default.
  func performPendingInput()
  /// Whether a jump is in progress; with nil, the default, the list's own state is used.
  var isOnTheWay: Bool? { get }

  /// The item that was found last; a chosen item takes precedence over it.
  var found: Item.ID? { get }
  /// The search pattern of the list.
  var lookedFor: TextPattern? { get }
  /// Parses a search pattern; with nil, the default, the text is a literal string.
  ///
  /// - Throws: an error if the pattern is invalid.
  func pattern(of text: String) throws(PatternError) -> TextPattern?

  /// Whether a value of an item, given by its column, refers to something that can be opened; false
  /// by default.
  func refers(_ item: Item, _ column: String) -> Bool
  /// Opens the target of a reference in front of this screen.
  func follow(_ item: Item, _ column: String, say: @escaping (Message) -> Void)
  /// Whether an item has to be read again to be complete, because the list may hold only a part;
  /// false by default.
  var readsWhole: Bool { get }
  /// Performs an action when the shown item is complete; immediately by default.
  func whenWhole(_ action: @escaping () -> Void)

  /// Draws the pictures in values of an item; by default nothing is drawn.
  ///
  /// - Parameters:
  ///   - size: the maximum number of lines and columns of a picture.
  ///   - show: called with the pictures, unless other pictures are requested first.
  func drawPictures(
    of item: Item, in size: Size, then show: @escaping (DrawnPictures) -> Void)

  /// Called with the chosen item, in lists without a selection.
  func didChoose(_ id: Item.ID?)
  /// Called with the item that is shown now.
  func didShow(_ item: Item)
}

extension ItemDetailContext {
  func record(of item: Item) -> Record? {
    let subject = subject(of: item)
    return subject.isWhole ? subject.record : nil
  }
  var isInOrderOfTime: Bool { false }
  func title(of id: Item.ID) -> String? { nil }
  func isPart(_ item: Item) -> Bool { false }
  func performPendingInput() {}
  var isOnTheWay: Bool? { nil }
  var found: Item.ID? { nil }
  var lookedFor: TextPattern? { nil }
  func pattern(of text: String) throws(PatternError) -> TextPattern? { nil }
  func refers(_ item: Item, _ column: String) -> Bool { false }
  func follow(_ item: Item, _ column: String, say: @escaping (Message) -> Void) {}
  var readsWhole: Bool { false }
  func whenWhole(_ action: @escaping () -> Void) { action() }
  func drawPictures(
    of item: Item, in size: Size, then show: @escaping (DrawnPictures) -> Void
  ) {}
  func didChoose(_ id: Item.ID?) {}
  func didShow(_ item: Item) {}
}

/// A context for items that only provide their fields.
final class ItemFields<Item: Identifiable & Sendable>: ItemDetailContext where Item.ID: Sendable {
  let isInOrderOfTime: Bool
  private let makeSubject: (Item) -> DetailSubject

  init(isInOrderOfTime: Bool, subject: @escaping (Item) -> DetailSubject) {
    (self.isInOrderOfTime, makeSubject) = (isInOrderOfTime, subject)
  }

  func subject(of item: Item) -> DetailSubject { makeSubject(item) }
}

/// A context for the items of a feed, in a list with a search.
final class FeedItems<Source: Feed>: ItemDetailContext {
  private let feed: Source
  private weak var search: ListSearch<Source>?

  init(of feed: Source, _ search: ListSearch<Source>) { (self.feed, self.search) = (feed, search) }

  func subject(of item: Source.Item) -> DetailSubject {
    DetailSubject(feed.fields(of: item), of: item.id, called: "the \(feed.itemNames.one)")
  }

  var found: Source.Item.ID? { search?.found }
  var lookedFor: TextPattern? { search?.pattern }

  func pattern(of text: String) throws(PatternError) -> TextPattern? {
    try TextPattern(text, search?.matches.rule ?? .smart)
  }
}

/// The list to which a detail screen belongs; the screen covers the list, or is next to it.
protocol DetailHost: AnyObject {
  var viewer: Viewer? { get }
  /// The noun for an item of the list.
  var itemName: String { get }
  /// The messages of the list while the next item is loading.
  var notices: [Message] { get }
  /// The search pattern of the list.
  var pattern: TextPattern? { get }

  /// Returns the title of the item, with which the status line begins.
  func title(of subject: DetailSubject) -> String
  /// Parses a search pattern.
  ///
  /// - Throws: an error if the pattern is invalid.
  func makePattern(of text: String) throws(PatternError) -> TextPattern
  /// Whether another item is loading.
  var isWaiting: Bool { get }
  /// Cancels the load of another item.
  func stop()
  /// Closes the detail screen.
  func close()
  /// Shows the item that is `count` items further on, or further back if `count` is negative.
  func step(by count: Int)
  /// Whether the value of a row refers to something that can be opened.
  func refers(_ row: DetailRow) -> Bool
  /// Opens the target of a reference in front of this screen.
  func follow(_ row: DetailRow)
  /// Performs an action when the shown item is complete.
  func whenWhole(_ action: @escaping () -> Void)
  /// Draws and shows the pictures in values, with a maximum size in lines and columns.
  func showPictures(in size: Size)
  /// Lays out the covered list if it has to scroll, because a frame of the detail screen does not
  /// do that.
  func layoutBehind(_ size: Size)
}

extension DetailHost {
  func showPictures(in size: Size) {}
  func refers(_ row: DetailRow) -> Bool { false }
  func follow(_ row: DetailRow) {}
  func whenWhole(_ action: @escaping () -> Void) { action() }
}
