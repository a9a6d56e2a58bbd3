import Terminal

/// A key and what is typed before it.
struct TypedKey: Hashable {
  let prefix: Prefix
  let key: Key
}
