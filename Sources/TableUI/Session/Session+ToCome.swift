import Terminal

/// What less has and is not here yet: in no help, but its line is asked for, so that no letter of a
/// pattern is taken for a key.
extension Session {
  /// The prompt that a key opens.
  func promptToCome(for key: Key) -> Prompt? {
    switch key {
    case "/", "?": prompt(key, kind: "/", "searching is not supported yet")
    case "&": prompt(key, kind: "&", "filtering is not supported yet")
    default: nil
    }
  }

  /// What a key says that will search again, or look at what is found.
  func messageToCome(for key: Key, after typed: PendingPrefix) -> Message? {
    let isCase = typed == .key("-") && (key == "i" || key == "I")
    let keys: [Key] = ["n", "N", .alt("n"), .alt("N"), .alt("u"), .alt("U"), .alt("F")]
    return isCase || typed == .nothing && keys.contains(key)
      ? Message("searching is not supported yet", .accent) : nil
  }

  private func prompt(_ key: Key, kind: String, _ answer: String) -> Prompt {
    Prompt(key.description, kind: kind) { [weak self] _ in self?.message = Message(answer, .accent)
    }
  }
}
