import Bytes

/// The names by which items and next cursors are found, in the order in which they count.
///
/// Capitals, `_` and `-` do not matter: `nextPageToken`, `next_page_token` and `NextPageToken` are one.
enum AnswerNames {
  static let items = [
    "items", "results", "records", "rows", "entries", "nodes", "hits", "values", "value", "list",
    "elements", "objects", "resources", "contents", "docs", "documents", "children", "data",
    "edges",
  ]

  static let next = [
    "nextcursor", "nexttoken", "nextpagetoken", "nextcontinuationtoken", "continuationtoken",
    "nextmarker", "nextpage", "nextpageurl", "nextlink", "@odata.nextlink", "nexturl", "next",
    "continue", "endcursor", "lastevaluatedkey", "after", "cursor",
  ]

  /// Those of them that may have an object or an array that does not lead on.
  static let vagueNext: Set = [
    "nextpage", "nextpageurl", "nextlink", "@odata.nextlink", "nexturl", "next", "after", "cursor",
  ]

  /// What holds a next cursor beside the items.
  static let holders = [
    "pageinfo", "responsemetadata", "pagination", "paging", "page", "meta", "metadata", "links",
    "cursors",
  ]

  /// What says whether there is more, by true or false.
  static let more = ["hasmore", "hasnextpage", "hasnext", "istruncated", "more"]

  /// How many items there are in all.
  static let totals = [
    "totalcount", "totalresults", "totalitems", "totalelements", "totalrecords", "totalrows",
    "totalhits", "numresults", "numfound", "recordstotal", "nbhits", "@odata.count", "total",
    "count",
  ]

  /// How many pages there are.
  static let totalPages = ["totalpages", "numpages", "nbpages", "lastpage", "pagecount", "pages"]

  /// How many items a page has.
  static let pageSizes = [
    "perpage", "pagesize", "itemsperpage", "hitsperpage", "limit", "maxresults", "size",
  ]

  static func normalized(_ name: String) -> String {
    String(
      decoding: name.utf8.compactMap { byte in
        switch byte {
        case .underscore, .minus: nil
        default: byte.isUppercase ? byte | 0x20 : byte
        }
      }, as: UTF8.self)
  }
}
