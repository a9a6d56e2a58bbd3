/// What the services of the article "Write a source" list.
struct Book: Identifiable, Hashable, Sendable {
  let id: Int
}
