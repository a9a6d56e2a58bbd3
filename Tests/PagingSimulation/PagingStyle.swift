/// How a simulated server leads from page to page.
package enum PagingStyle: Hashable, Sendable, CaseIterable {
  /// By an item's key, which says where it stands; each item comes with its own.
  case keyed
  /// By tokens, which hold their place and mean nothing to the reader.
  case token
  /// By how many posts precede, which is another place when posts come or go there.
  case offset
  /// By the number of a page, in the same way.
  case pageNumber

  /// Whether nothing may be missing without a gap; where places are counted and posts move between
  /// two requests, it cannot be known.
  package var isExact: Bool { self == .keyed || self == .token }
}
