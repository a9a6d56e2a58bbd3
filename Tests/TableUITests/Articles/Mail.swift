nonisolated struct Mail: Identifiable, Sendable {
  let id: Int
  let subject: String
  /// The number of a day of the week, from 0.
  let day: Int
}
