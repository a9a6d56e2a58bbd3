import Feeds
import Paging
import Records
import Search
import TableUI
import Terminal

/// What a list says of its items to what shows one of them whole.
protocol ItemDetailContext<Item>: AnyObject {
  associatedtype Item: Identifiable & Sendable where Item.ID: Sendable

  /// What is shown of an item.
  func subject(of item: Item) -> DetailSubject
  /// The record that an item is, whose time is told; by default that which is shown of it as a whole.
  func record(of item: Item) -> Record?
  /// Whether an item was made after the one above: then it is told how long. False by default.
  var isInOrderOfTime: Bool { get }
  /// Which item it is; nil, as by default, for its name and its number.
  func title(of id: Item.ID) -> String?
  /// Whether an item goes on with the one before; false by default.
  func isPart(_ item: Item) -> Bool

  /// Does what was typed before, because an item is looked for where that leads; nothing by default.
  func performPendingInput()
  /// Whether the reader is on the way to another place; nil, as by default, where the list knows.
  var isOnTheWay: Bool? { get }

  /// The item that was found last, which comes behind the one that was chosen.
  var found: Item.ID? { get }
  /// What was looked for in the list.
  var lookedFor: TextPattern? { get }
  /// What a typed text looks for; nil, as by default, where it is looked for as it stands.
  ///
  /// - Throws: the mistake in it.
  func pattern(of text: String) throws(PatternError) -> TextPattern?

  /// Whether a value of an item, by its column, refers to something that can be opened; none does by default.
  func refers(_ item: Item, _ column: String) -> Bool
  /// Opens that in front.
  func follow(_ item: Item, _ column: String, say: @escaping (Message) -> Void)
  /// Whether an item that is shown is read whole then, because the list may hold a part of it; false by default.
  var readsWhole: Bool { get }
  /// Does something once the item that is shown is whole; at once by default.
  func whenWhole(_ action: @escaping () -> Void)

  /// Draws the pictures that values of an item are; none by default.
  ///
  /// - Parameters:
  ///   - size: the most lines and columns of one.
  ///   - show: called with them, unless others are asked for before.
  func drawPictures(
    of item: Item, in size: Size, then show: @escaping (DrawnPictures) -> Void)

  /// Told which item was chosen, where none is selected.
  func didChoose(_ id: Item.ID?)
  /// Told which item is shown whole now.
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

/// Items of which only their fields are known.
final class ItemFields<Item: Identifiable & Sendable>: ItemDetailContext where Item.ID: Sendable {
  let isInOrderOfTime: Bool
  private let makeSubject: (Item) -> DetailSubject

  init(isInOrderOfTime: Bool, subject: @escaping (Item) -> DetailSubject) {
    (self.isInOrderOfTime, makeSubject) = (isInOrderOfTime, subject)
  }

  func subject(of item: Item) -> DetailSubject { makeSubject(item) }
}

/// The items of a feed in a list that has a search.
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
  /// Whether the value of a row refers to something that can be opened.
  func refers(_ row: DetailRow) -> Bool
  /// Opens that in front.
  func follow(_ row: DetailRow)
  /// Does something once the item that is shown is whole.
  func whenWhole(_ action: @escaping () -> Void)
  /// Shows the pictures that values of the item are once they are drawn, in lines and columns at the most.
  func showPictures(in size: Size)
  /// Lays the list out where that is covered and has to move on.
  func layoutBehind(_ size: Size)
}

extension DetailHost {
  func showPictures(in size: Size) {}
  func refers(_ row: DetailRow) -> Bool { false }
  func follow(_ row: DetailRow) {}
  func whenWhole(_ action: @escaping () -> Void) { action() }
}
