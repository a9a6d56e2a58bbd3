import Feeds
package import TableUI
import Viewers

/// What a guest may do who comes over a network, and for how long.
nonisolated package struct SecureOptions: Sendable {
  package var isOn = false
  package var posts: String?
  package var likes: String?
  package var slots: String?
  var sessions: Int?
  var idleLimit: Int?
  var timeLimit: Int?
  var inputLimit: Int?

  /// Sessions at a time.
  package var maximumSessions: Int { sessions ?? 50 }

  /// How long a session may last.
  @MainActor package var limits: SessionLimits {
    SessionLimits(idle: .seconds(idleLimit ?? 300), total: .seconds(timeLimit ?? 1_800))
  }

  /// Bytes of keys a second; nil where nobody needs to be held back.
  var inputRate: Int? { isOn ? inputLimit ?? 4_096 : nil }

  /// - Throws: which option is without effect.
  func validate() throws(Failure) {
    if isOn, sessions != nil, slots == nil { throw .usage("--sessions needs --slots") }
    guard !isOn, let name = said.first else { return }
    throw .usage("\(name) needs --secure")
  }

  private var said: [String] {
    let options: [(String, Bool)] = [
      ("--posts", posts != nil), ("--likes", likes != nil), ("--slots", slots != nil),
      ("--sessions", sessions != nil), ("--idle-limit", idleLimit != nil),
      ("--time-limit", timeLimit != nil), ("--input-limit", inputLimit != nil),
    ]
    return options.filter(\.1).map(\.0)
  }
}
