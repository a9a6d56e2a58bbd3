import Foundation

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

/// A request to a style: what it asks, of which list, under which switches.
struct Call: Sendable {
  let request: Request
  let switches: Switches
  let listing: Listing

  /// A parameter as text; one without a value counts as left out.
  func text(_ name: String) -> String? {
    request.query.first { $0.name == name && !$0.value.isEmpty }?.value
  }

  /// A parameter as number.
  ///
  /// - Throws: 400 where it is none.
  func number(_ name: String) throws(Refusal) -> Int? {
    guard let text = text(name) else { return nil }
    guard let number = Int(bounded: text) else {
      throw Refusal(400, "\(name) is not a number: '\(text)'")
    }
    return number
  }

  /// The pages of the size that a parameter asks for.
  func pages(_ name: String) throws(Refusal) -> Pages { try pages(of: try number(name), name) }

  /// The pages of a size that was asked for, 20 by default; the switches may make them smaller.
  func pages(of asked: Int?, _ name: String) throws(Refusal) -> Pages {
    guard asked ?? 1 > 0 else { throw Refusal(400, "\(name) is less than 1") }
    return Pages(
      listing, size: max(1, size(asked) - switches.short), empty: switches.empty)
  }

  /// How many items a page is said to have; `short` takes some from it without a word.
  func size(_ asked: Int?) -> Int { min(asked ?? 20, switches.maximum) }

  /// The page from a position, or what the switches have for one behind the end.
  func page(_ pages: Pages, from start: Int) throws(Refusal) -> Page {
    guard start >= pages.end, start > 0 else { return pages.page(from: start) }
    if let status = switches.beyond { throw Refusal(status, "there is no such page") }
    guard switches.repeatsLast else { return pages.page(from: start) }
    return pages.page(from: (max(1, pages.end) - 1) / pages.size * pages.size)
  }

  /// The fields that say how many there are.
  func totals(_ totals: (name: String, value: Int)...) -> [JSON.Field] {
    guard switches.hasTotal else { return [] }
    return totals.map { ($0.name, switches.isTotalNull ? .null : .number($0.value)) }
  }

  /// An array of items below its name, with other fields; alone where the name is empty.
  func body(_ page: Page, name: String = "items", _ fields: [JSON.Field] = []) -> JSON {
    let name = switches.name ?? name
    guard !name.isEmpty else { return .array(page.json) }
    let more: [JSON.Field] = switches.hasMore ? [("has_more", .flag(page.hasNext))] : []
    return .object([(name, .array(page.json))] + fields + more)
  }

  /// The body of the request.
  ///
  /// - Throws: 400 where it is not such an object.
  func posted<Value: Decodable>(_ type: Value.Type) throws(Refusal) -> Value {
    do {
      return try JSONDecoder().decode(type, from: request.body)
    } catch {
      throw Refusal(400, "the body is not what this asks for: \(error)")
    }
  }

  /// The address of this request with other values of some parameters.
  func address(_ changes: [(name: String, value: String?)], isRelative: Bool = false) -> String {
    (isRelative ? "" : request.origin) + request.target(changes)
  }
}

extension Int {
  /// Reads a number that can be counted with: one of at most two thousand million.
  init?(bounded text: some StringProtocol) {
    guard let number = Int(text), number.magnitude <= 2_000_000_000 else { return nil }
    self = number
  }
}
