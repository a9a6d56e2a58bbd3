/// What the service lists: a story to be asked for.
nonisolated struct StoryID: Identifiable, Sendable {
  let id: Int
}
