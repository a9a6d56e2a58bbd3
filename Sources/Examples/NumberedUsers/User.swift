/// A user; no field but the address is sure to be anyone's own.
nonisolated struct User: Sendable {
  let email: String
  let name: String
  var isOnline = false

  var line: String { "\(email)  \(name)\(isOnline ? ", online" : "")" }

  init(number: Int) {
    email = "user\(number)@example.org"
    name = ["Ida", "Jun", "Kofi", "Lupe"][number % 4]
  }
}
