import Records

/// The numbers of items and pages that an answer states; numbers that it does not state are nil.
///
/// Some services use the names of these members for other numbers. Therefore the list shows a total
/// as its length, but does not end when the total is reached.
public struct AnswerCounts: Equatable, Sendable {
  /// The number of items in the whole list.
  public var items: Int?
  /// The number of pages in the whole list.
  public var pages: Int?
  /// The number of items on a page.
  public var pageSize: Int?
  /// The number of this page, with the name of the member that gives it.
  public var page: NamedCount?
  /// The number of items before this page, with the name of the member that gives it.
  public var offset: NamedCount?

  /// Whether the total that this answer states equals the number of its items.
  public var isWhole = false

  /// Creates counts without any numbers.
  public init() {}

  /// The number of items, as stated or computed from the number of pages and their size; nil if
  /// neither is possible.
  public var totalItems: Int? {
    if let items { return items }
    guard let pages, let pageSize else { return nil }
    let (product, overflows) = pages.multipliedReportingOverflow(by: pageSize)
    return overflows ? nil : product
  }
}

/// A number and the name of the member that gives it.
public struct NamedCount: Equatable, Sendable {
  /// The name as the answer spells it.
  public let name: String
  /// The number, at least 0.
  public let count: Int
}

/// Counts in the object that holds the items.
extension AnswerObject {
  /// Reads the counts from the members next to and above the items, by their well-known names.
  ///
  /// - Parameters:
  ///   - path: the pointer to the items.
  ///   - count: the number of items in the answer; only a larger total is used as the number of all
  ///     items.
  func counts(besideItemsAt path: String, count: Int) -> AnswerCounts {
    let holders = tellers(besideItemsAt: path)
    func named(_ names: [String], least: Int) -> NamedCount? {
      for holder in holders {
        for name in names {
          guard let member = holder.member(name), let number = member.value.count, number >= least
          else { continue }
          return NamedCount(
            name: JSONPointer.lastName(of: member.path) ?? name, count: number)
        }
      }
      return nil
    }
    func number(_ names: [String], least: Int) -> Int? { named(names, least: least)?.count }
    var counts = AnswerCounts()
    // A total that equals the number of items in this answer may count only these items.
    counts.items = number(AnswerNames.totals, least: count + 1)
    counts.isWhole =
      counts.items == nil && count > 0
      && number(AnswerNames.totals.filter { $0 != "count" }, least: count) == count
    counts.pages = number(AnswerNames.totalPages, least: 1)
    counts.pageSize = number(AnswerNames.pageSizes, least: max(1, count))
    counts.page = named(AnswerNames.pageNumbers, least: 0)
    counts.offset = named(AnswerNames.offsets, least: 0)
    return counts
  }
}

extension Value {
  /// The value as a count: a whole number, a string of digits, or the `value` of an object
  /// (Elasticsearch).
  fileprivate var count: Int? {
    switch kind {
    case .number, .string: return Int(text).flatMap { $0 < 0 ? nil : $0 }
    case .object:
      // The relation "gte" means that Elasticsearch stopped counting, so the value is only a lower
      // bound.
      guard let record, record.last(where: { $0.name == "relation" })?.value.text != "gte" else {
        return nil
      }
      let value = record.last { $0.name == "value" }?.value
      return value?.kind == .number ? value?.count : nil
    case .null, .bool, .array: return nil
    }
  }
}
