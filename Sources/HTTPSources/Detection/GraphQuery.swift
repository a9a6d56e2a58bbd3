import Bytes
import Records

/// A query in GraphQL that a request sends.
struct GraphQuery {
  private let query: String

  /// The query of a template; nil where it sends none.
  init?(_ template: RequestTemplate) {
    guard let text = template.bodyRecord?.last(where: { $0.name == "query" })?.value,
      text.kind == .string
    else { return nil }
    query = text.text
  }

  /// The way to the variable for the cursor in the body; nil where the query declares none.
  var variable: [String]? {
    let names = ["after", "cursor", "endCursor", "endcursor", "afterCursor", "nextCursor"]
    return names.first { declares($0) }.map { ["variables", $0] }
  }

  /// Whether a variable of a name is in the query.
  private func declares(_ name: String) -> Bool {
    query.split { !($0.isLetter || $0.isNumber || $0 == "_" || $0 == "$") }.contains {
      $0 == "$\(name)"
    }
  }
}
