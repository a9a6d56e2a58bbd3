/// A post; newer ones have greater keys.
nonisolated struct Post: Identifiable, Sendable {
  let number: Int

  var id: String { key }
  var key: String {
    let digits = String(number)
    return "post-" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
  var author: String { ["Ada", "Béla", "Chidi", "Dilnoza"][number % 4] }
  var text: String { "What happened on day \(number)." }
  var likes: Int { number * 7 % 40 }
}
