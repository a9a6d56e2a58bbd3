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

/// The numbers beside the items of an object.
extension AnswerObject {
  /// The numbers beside the items or above them, by their well-known names.
  ///
  /// - Parameters:
  ///   - path: the pointer to the items.
  ///   - count: how many items the answer has: a total that is smaller counts something else.
  func counts(besideItemsAt path: String, count: Int) -> AnswerCounts {
    let holders = holders(ofItemsAt: path).reversed().flatMap { parts(of: $0) }
    func number(_ names: [String], least: Int) -> Int? {
      for holder in holders {
        for name in names {
          if let number = holder.member(name)?.value.count, number >= least { return number }
        }
      }
      return nil
    }
    var counts = AnswerCounts()
    // As many as there are here may be the number of those that are here.
    counts.items = number(AnswerNames.totals, least: count + 1)
    counts.pages = number(AnswerNames.totalPages, least: 1)
    counts.pageSize = number(AnswerNames.pageSizes, least: max(1, count))
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
