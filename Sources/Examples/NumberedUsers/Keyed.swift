/// A value that is told from others by a key path of it.
nonisolated struct Keyed<Value: Sendable, Key: Hashable & Sendable>: Identifiable, Sendable {
  let value: Value
  let id: Key

  init(_ value: Value, by path: KeyPath<Value, Key>) {
    self.value = value
    id = value[keyPath: path]
  }
}
