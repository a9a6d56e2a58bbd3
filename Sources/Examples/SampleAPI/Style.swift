/// A way of paging, as services have it.
struct Style: Sendable {
  let name: String
  var method = "GET"
  /// How it is asked, and what it answers, in words.
  let asked: String
  let answered: String
  let answer: @Sendable (Call) throws -> Answer

  /// All styles, in the order in which the index lists them.
  static let all = numbered + tokens + posted + keyed + whole

  /// The styles by their names.
  static let named = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })
}
