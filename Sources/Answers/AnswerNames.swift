import Bytes

/// The names by which items and what leads on are found, in the order in which they count.
///
/// Capitals, `_` and `-` do not matter: `nextPageToken`, `next_page_token` and `NextPageToken` are one.
package enum AnswerNames {
  static let items = [
    "items", "results", "records", "rows", "entries", "nodes", "hits", "values", "value", "list",
    "elements", "objects", "resources", "contents", "content", "entities", "member",
    "hydra:member", "docs", "documents", "children", "payload", "data", "edges",
  ]

  /// Names of such arrays in other documents: GeoJSON, logs, exports.
  static let itemsOfDocuments = ["features", "events", "logevents", "messages", "users", "posts"]

  /// What stands beside items and never holds them.
  static let beside: Set = [
    "meta", "metadata", "pagination", "paging", "pageinfo", "links", "link", "extras", "headers",
    "errors", "warnings", "included", "facets", "aggregations", "cursors",
  ]

  /// What leads on.
  static let next = [
    "nextcursor", "nexttoken", "nextpagetoken", "nextcontinuationtoken", "continuationtoken",
    "nextmarker", "nextpage", "nextpageurl", "nextlink", "@odata.nextlink", "odata.nextlink",
    "nexturl", "nexturi", "nextpageuri", "nexthref", "nextpagelink", "nextrecordsurl", "hydra:next",
    "next", "nextpagecursor", "nextcursormark", "nextoffset", "nextresults", "nextanchor",
    "nextmaxid", "paginationtoken", "startingafter", "continuation", "continue", "endcursor",
    "lastevaluatedkey", "afterkey", "bookmark", "after", "cursor",
  ]

  /// Those of them that may have an object or an array that does not lead on.
  static let vagueNext: Set = [
    "nextpage", "nextpageurl", "nextlink", "@odata.nextlink", "nexturl", "next", "after", "cursor",
    "bookmark", "continuation",
  ]

  /// Texts that say that nothing follows.
  static let nothing: Set = ["", "nil", "null", "none"]

  /// What leads back.
  static let previous = [
    "previouspageurl", "prevpageurl", "previouslink", "prevlink", "previousurl", "prevurl",
    "hydra:previous", "previouspage", "prevpage", "previous", "prev",
  ]

  /// What leads back in the place of what leads on.
  static let previousTokens = [
    "prevcursor", "previouscursor", "prevpagetoken", "previouspagetoken", "prevtoken",
    "previoustoken",
  ]

  /// What has the address of a link, where that is an object.
  static let addresses = ["href", "url", "uri", "link"]

  /// What has the token of a link that has no address.
  static let tokens = ["after", "cursor", "token", "startingafter", "offset"]

  /// What says of a link in an array of them which one it is.
  static let relations = ["rel", "relation", "name"]

  /// What holds a next cursor beside the items.
  static let holders = [
    "pageinfo", "responsemetadata", "pagination", "paging", "page", "pages", "pager", "paginator",
    "info", "meta", "metadata", "searchmetadata", "resultset", "resultinfo", "links", "cursors",
    "cursor", "hydra:view", "view", "result", "response", "d",
  ]

  /// What says whether there is more, by true or false.
  static let more = [
    "hasmore", "hasnextpage", "hasnext", "istruncated", "hasmoreitems", "hasmoreresults",
    "moreresultsavailable", "moreavailable", "moreitems", "truncated", "more",
  ]

  /// What says that nothing follows, by true or false.
  static let last = [
    "islast", "islastpage", "lastpage", "last", "endofresults", "done", "end", "finished",
    "exhausted",
  ]

  /// How many items there are in all.
  static let totals = [
    "totalcount", "totalresults", "totalitems", "totalelements", "totalrecords", "totalrows",
    "totalhits", "numresults", "numfound", "recordstotal", "nbhits", "@odata.count",
    "odata.count", "hydra:totalitems", "total", "count",
  ]

  /// How many pages there are.
  static let totalPages = ["totalpages", "numpages", "nbpages", "lastpage", "pagecount", "pages"]

  /// How many items a page has.
  static let pageSizes = [
    "perpage", "pagesize", "itemsperpage", "hitsperpage", "limit", "maxresults", "size",
  ]

  /// The number of the page.
  static let pageNumbers = ["page", "currentpage", "pagenumber", "pageno", "pageindex", "number"]

  /// How many items precede the page.
  static let offsets = ["offset", "skip", "startat", "startindex", "start", "from"]

  /// A name as it counts.
  package static func normalized(_ name: String) -> String {
    String(
      decoding: name.utf8.compactMap { byte in
        switch byte {
        case .underscore, .minus: nil
        default: byte.isUppercase ? byte | 0x20 : byte
        }
      }, as: UTF8.self)
  }
}
