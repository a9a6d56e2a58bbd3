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
    "continue", "endcursor", "after", "cursor",
  ]

  /// What holds a next cursor beside the items.
  static let holders = [
    "pageinfo", "responsemetadata", "pagination", "paging", "page", "meta", "metadata", "links",
    "cursors",
  ]

  /// What says whether there is more.
  static let more = ["hasmore", "hasnextpage", "hasnext", "istruncated", "more"]

  static func normalized(_ name: String) -> String {
    String(
      decoding: name.utf8.compactMap { byte in
        switch byte {
        case UInt8(ascii: "_"), UInt8(ascii: "-"): nil
        case 0x41...0x5A: byte | 0x20
        default: byte
        }
      }, as: UTF8.self)
  }
}
