import Foundation

/// A style of paging.
struct Style: Sendable {
  let name: String
  var method = "GET"
  /// The descriptions of its requests and of its answers.
  let asked: String
  let answered: String
  let answer: @Sendable (Call) throws -> Answer

  /// All styles, in the order of the index.
  static let all = numbered + tokens + posted + keyed + whole

  static let named = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })
}

/// A request to a style, with its list and switches.
struct Call: Sendable {
  let request: Request
  let switches: Switches
  let listing: Listing

  /// The value of a parameter; an empty value counts as missing.
  func text(_ name: String) -> String? {
    request.query.first { $0.name == name && !$0.value.isEmpty }?.value
  }

  /// The value of a parameter as a number.
  ///
  /// - Throws: 400 if it is not a number.
  func number(_ name: String) throws(Refusal) -> Int? {
    guard let text = text(name) else { return nil }
    guard let number = Int(bounded: text) else {
      throw Refusal(400, "\(name) is not a number: '\(text)'")
    }
    return number
  }

  /// The pages of the size that a parameter states.
  func pages(_ name: String) throws(Refusal) -> Pages { try pages(of: try number(name), name) }

  /// The pages of the given size, which is 20 by default; the switches may reduce it.
  func pages(of asked: Int?, _ name: String) throws(Refusal) -> Pages {
    guard asked ?? 1 > 0 else { throw Refusal(400, "\(name) is less than 1") }
    return Pages(
      listing, size: max(1, size(asked) - switches.short), empty: switches.empty)
  }

  /// The stated number of items in a page; the switch `short` removes some without changing this
  /// number.
  func size(_ asked: Int?) -> Int { min(asked ?? 20, switches.maximum) }

  /// The page at a position, or the answer that the switches define for positions beyond the end.
  func page(_ pages: Pages, from start: Int) throws(Refusal) -> Page {
    guard start >= pages.end, start > 0 else { return pages.page(from: start) }
    if let status = switches.beyond { throw Refusal(status, "there is no such page") }
    guard switches.repeatsLast else { return pages.page(from: start) }
    return pages.page(from: (max(1, pages.end) - 1) / pages.size * pages.size)
  }

  /// The fields with the total numbers.
  func totals(_ totals: (name: String, value: Int)...) -> [JSON.Field] {
    guard switches.hasTotal else { return [] }
    return totals.map { ($0.name, switches.isTotalNull ? .null : .number($0.value)) }
  }

  /// An object with the items under a name, and with other fields; the array alone if the name is
  /// empty.
  func body(_ page: Page, name: String = "items", _ fields: [JSON.Field] = []) -> JSON {
    let name = switches.name ?? name
    guard !name.isEmpty else { return .array(page.json) }
    let more: [JSON.Field] = switches.hasMore ? [("has_more", .flag(page.hasNext))] : []
    return .object([(name, .array(page.json))] + fields + more)
  }

  /// The decoded body of the request.
  ///
  /// - Throws: 400 if it cannot be decoded.
  func posted<Value: Decodable>(_ type: Value.Type) throws(Refusal) -> Value {
    do {
      return try JSONDecoder().decode(type, from: request.body)
    } catch {
      throw Refusal(400, "the body is not what this asks for: \(error)")
    }
  }

  /// The address of this request with some parameters changed.
  func address(_ changes: [(name: String, value: String?)], isRelative: Bool = false) -> String {
    (isRelative ? "" : request.origin) + request.target(changes)
  }
}

extension Int {
  /// Parses a number of at most two billion, so that arithmetic cannot overflow.
  init?(bounded text: some StringProtocol) {
    guard let number = Int(text), number.magnitude <= 2_000_000_000 else { return nil }
    self = number
  }
}
