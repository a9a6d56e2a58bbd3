import Bytes
import Records

/// The GraphQL query in a request.
struct GraphQuery {
  private let query: String

  /// Finds the query in a template; nil if the template sends none.
  init?(_ template: RequestTemplate) {
    guard let text = template.bodyRecord?.last(where: { $0.name == "query" })?.value,
      text.kind == .string
    else { return nil }
    query = text.text
  }

  private static let names = [
    "after", "cursor", "endCursor", "endcursor", "afterCursor", "nextCursor",
  ]

  /// The path in the body to the variable for the cursor.
  ///
  /// - Throws: `invalid` if the query does not declare such a variable or does not use it, because
  ///   the first page would then be repeated forever.
  var variable: [String] {
    get throws(HTTPError) {
      guard let name = Self.names.first(where: { count(of: $0) > 0 }) else {
        throw .invalid(
          "the query has no variable for the cursor: declare $after: String, and pass it as after: $after"
        )
      }
      guard count(of: name) > 1 else {
        throw .invalid(
          "the query declares $\(name) but does not use it: pass it as after: $\(name)")
      }
      return ["variables", name]
    }
  }

  /// The number of occurrences of a variable in the query.
  private func count(of name: String) -> Int {
    query.split { !($0.isLetter || $0.isNumber || $0 == "_" || $0 == "$") }.count {
      $0 == "$\(name)"
    }
  }
}
