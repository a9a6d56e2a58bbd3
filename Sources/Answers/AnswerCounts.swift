import Records

/// How many items and pages a service has, as an answer says it; what it does not say is nil.
///
/// With some services these numbers mean something else. So they say how long a list is, and do not
/// end it.
public struct AnswerCounts: Equatable, Sendable {
  /// How many items there are in all.
  public var items: Int?
  /// How many pages there are in all.
  public var pages: Int?
  /// How many items a page has.
  public var pageSize: Int?
  /// The number of the page, with the name under which it stands.
  public var page: NamedCount?
  /// How many items precede the page, with the name under which that stands.
  public var offset: NamedCount?

  /// Whether the answer counts as many items as it has.
  public var isWhole = false

  /// Creates counts of nothing.
  public init() {}

  /// How many items there are, as far as items or pages are counted; nil where neither is, or the number is too large.
  public var totalItems: Int? {
    if let items { return items }
    guard let pages, let pageSize else { return nil }
    let (product, overflows) = pages.multipliedReportingOverflow(by: pageSize)
    return overflows ? nil : product
  }
}

/// A number with the name under which an answer has it.
public struct NamedCount: Equatable, Sendable {
  /// The name as it is written.
  public let name: String
  /// The number, at least 0.
  public let count: Int
}

/// The numbers beside the items of an object.
extension AnswerObject {
  /// The numbers beside the items or above them, by their well-known names.
  ///
  /// - Parameters:
  ///   - path: the pointer to the items.
  ///   - count: how many items the answer has: a total that is smaller counts something else.
  func counts(besideItemsAt path: String, count: Int) -> AnswerCounts {
    let holders = tellers(besideItemsAt: path)
    func named(_ names: [String], least: Int) -> NamedCount? {
      for holder in holders {
        for name in names {
          guard let member = holder.member(name), let number = member.value.count, number >= least
          else { continue }
          return NamedCount(
            name: member.path.split(separator: "/").last.map(String.init) ?? name, count: number)
        }
      }
      return nil
    }
    func number(_ names: [String], least: Int) -> Int? { named(names, least: least)?.count }
    var counts = AnswerCounts()
    // As many as there are here may be the number of those that are here.
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
  /// A number of things: a whole number, as text with some services, or as `value` of an object with Elasticsearch.
  fileprivate var count: Int? {
    switch kind {
    case .number, .string: return Int(text).flatMap { $0 < 0 ? nil : $0 }
    case .object:
      // "gte" says that it stopped counting there.
      guard let record, record.last(where: { $0.name == "relation" })?.value.text != "gte" else {
        return nil
      }
      let value = record.last { $0.name == "value" }?.value
      return value?.kind == .number ? value?.count : nil
    case .null, .bool, .array: return nil
    }
  }
}
