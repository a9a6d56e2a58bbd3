import Bytes

/// A header field that holds the token of the next page.
struct TokenField: Equatable {
  let name: String
  let value: String

  private static let names = [
    "X-Next-Token", "X-Next-Cursor", "X-Next-Page-Token", "X-Continuation-Token",
    "X-MS-Continuation", "X-MS-ContinuationToken", "Next-Cursor", "Next-Token",
  ]

  init?(in head: HTTPHead) {
    for name in Self.names {
      guard let value = head.value(of: name), !value.isEmpty else { continue }
      (self.name, self.value) = (name, value)
      return
    }
    return nil
  }

  /// The place of the token in a request: a header field for services that expect it there, and
  /// otherwise the query.
  func place(typed: [String]) -> ValuePlace {
    switch name {
    case "X-MS-Continuation": return .header("x-ms-continuation")
    case "X-MS-ContinuationToken", "X-Continuation-Token": return .parameter("continuationToken")
    default:
      let words = name.lowercased().split(separator: "-").filter { $0 != "x" && $0 != "next" }
      let short = words.joined(separator: "_")
      let same = typed.first { TokenNames.normalized($0) == TokenNames.normalized(short) }
      return .parameter(same ?? short)
    }
  }
}

/// Paging information in a header.
extension HTTPHead {
  /// The number of this page, if the header counts pages and shows that the list has several pages;
  /// nil otherwise.
  ///
  /// This page is taken to be the first.
  var pageNumber: Int? {
    let first = ["X-Page", "X-Current-Page"].lazy.compactMap { self.number($0) }.first
    if let next = number("X-Next-Page") { return first ?? max(0, next - 1) }
    for name in ["X-Total-Pages", "X-WP-TotalPages", "X-Page-Count"] {
      if let pages = number(name), pages > 1 { return first ?? 1 }
    }
    return nil
  }

  private func number(_ name: String) -> Int? {
    value(of: name).flatMap { Int($0) }.flatMap { $0 < 0 ? nil : $0 }
  }

  /// The range of items in `Content-Range`, such as `items 0-24/319`; nil if the field is missing
  /// or invalid, or counts bytes.
  var itemRange: (unit: String, start: Int, end: Int, total: Int?)? {
    guard let text = value(of: "Content-Range") else { return nil }
    let words = text.split(separator: " ")
    // Some services omit the unit.
    guard let range = words.last, words.count <= 2 else { return nil }
    let unit = words.count == 2 ? words[0].lowercased() : ""
    let parts = range.split(separator: "/")
    let ends = parts.first?.split(separator: "-").compactMap { Int($0) } ?? []
    guard unit != "bytes", parts.count == 2, ends.count == 2, ends[0] <= ends[1] else { return nil }
    return (unit, ends[0], ends[1] + 1, Int(parts[1]))
  }
}
