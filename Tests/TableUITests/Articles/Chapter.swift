struct Chapter: Sendable {
  let title: String
  let summary: String
}
