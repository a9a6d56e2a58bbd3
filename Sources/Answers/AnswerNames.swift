import Bytes

/// The well-known names of items, cursors and counts, in order of precedence.
///
/// Case, `_` and `-` are ignored: `nextPageToken`, `next_page_token` and `NextPageToken` are the
/// same name.
package enum AnswerNames {
  static let items = [
    "items", "results", "records", "rows", "entries", "nodes", "hits", "values", "value", "list",
    "elements", "objects", "resources", "contents", "content", "entities", "member",
    "hydra:member", "docs", "documents", "children", "payload", "data", "edges",
  ]

  /// Names of arrays of items in documents that are not answers: GeoJSON, logs, exports.
  static let itemsOfDocuments = ["features", "events", "logevents", "messages", "users", "posts"]

  /// Names of members that are next to the items and never contain them.
  static let beside: Set = [
    "meta", "metadata", "pagination", "paging", "pageinfo", "links", "link", "extras", "headers",
    "errors", "warnings", "included", "facets", "aggregations", "cursors",
  ]

  /// Names of members that hold the cursor of the next page.
  static let next = [
    "nextcursor", "nexttoken", "nextpagetoken", "nextcontinuationtoken", "continuationtoken",
    "nextmarker", "nextpage", "nextpageurl", "nextlink", "@odata.nextlink", "odata.nextlink",
    "nexturl", "nexturi", "nextpageuri", "nexthref", "nextpagelink", "nextrecordsurl", "hydra:next",
    "next", "nextpagecursor", "nextcursormark", "nextoffset", "nextresults", "nextanchor",
    "nextmaxid", "paginationtoken", "startingafter", "continuation", "continue", "endcursor",
    "lastevaluatedkey", "afterkey", "bookmark", "after", "cursor",
  ]

  /// The names in `next` whose value may be something other than a cursor: an object, an array, or
  /// a string with blanks.
  static let vagueNext: Set = [
    "nextpage", "nextpageurl", "nextlink", "@odata.nextlink", "nexturl", "next", "after", "cursor",
    "bookmark", "continuation",
  ]

  /// Strings that mean that no page follows.
  static let nothing: Set = ["", "nil", "null", "none"]

  /// Names of members that hold the address of the previous page.
  static let previous = [
    "previouspageurl", "prevpageurl", "previouslink", "prevlink", "previousurl", "prevurl",
    "hydra:previous", "previouspage", "prevpage", "previous", "prev",
  ]

  /// Names of members that hold the token of the previous page.
  static let previousTokens = [
    "prevcursor", "previouscursor", "prevpagetoken", "previouspagetoken", "prevtoken",
    "previoustoken",
  ]

  /// Names of the member that holds the address in a link object.
  static let addresses = ["href", "url", "uri", "link"]

  /// Names of the member that holds a token instead of an address in a link object.
  static let tokens = ["after", "cursor", "token", "startingafter", "offset"]

  /// Names of the member that states the relation of a link in an array of links.
  static let relations = ["rel", "relation", "name"]

  /// Names of objects that are next to the items and hold the cursor.
  static let holders = [
    "pageinfo", "responsemetadata", "pagination", "paging", "page", "pages", "pager", "paginator",
    "info", "meta", "metadata", "searchmetadata", "resultset", "resultinfo", "links", "cursors",
    "cursor", "hydra:view", "view", "result", "response", "d",
  ]

  /// Names of flags that are true if more items follow.
  static let more = [
    "hasmore", "hasnextpage", "hasnext", "istruncated", "hasmoreitems", "hasmoreresults",
    "moreresultsavailable", "moreavailable", "moreitems", "truncated", "more",
  ]

  /// Names of flags that are true on the last page.
  static let last = [
    "islast", "islastpage", "lastpage", "last", "endofresults", "done", "end", "finished",
    "exhausted",
  ]

  /// Names of members that state the number of all items.
  static let totals = [
    "totalcount", "totalresults", "totalitems", "totalelements", "totalrecords", "totalrows",
    "totalhits", "numresults", "numfound", "recordstotal", "nbhits", "@odata.count",
    "odata.count", "hydra:totalitems", "total", "count",
  ]

  /// Names of members that state the number of all pages.
  static let totalPages = ["totalpages", "numpages", "nbpages", "lastpage", "pagecount", "pages"]

  /// Names of members that state the number of items on a page.
  static let pageSizes = [
    "perpage", "pagesize", "itemsperpage", "hitsperpage", "limit", "maxresults", "size",
  ]

  /// Names of members that state the number of this page.
  static let pageNumbers = ["page", "currentpage", "pagenumber", "pageno", "pageindex", "number"]

  /// Names of members that state the number of items before this page.
  static let offsets = ["offset", "skip", "startat", "startindex", "start", "from"]

  /// The name in lower case, without `_` and `-`.
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
