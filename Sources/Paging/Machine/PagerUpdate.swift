/// What one event has done: told once, when all of it is done.
public struct PagerUpdate<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
  /// What has happened, in order.
  public let changes: [PagerChange]
  /// What that has made of the list.
  public let difference: PagerDifference<Item>
  /// The entries that came or changed, by their indices after the event.
  ///
  /// For those who are told later, as by `Pager.changes`: the pager may hold something else by then.
  public let entries: [Int: PagerEntry<Item>]
}
