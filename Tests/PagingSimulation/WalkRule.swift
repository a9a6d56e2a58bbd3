/// What has to be true after every step of a random walk.
struct WalkRule: Sendable {
  let sentence: String
  let holds: @Sendable (RandomWalk, _ before: WalkMemory) -> Bool

  init(_ sentence: String, holds: @escaping @Sendable (RandomWalk, WalkMemory) -> Bool) {
    self.sentence = sentence
    self.holds = holds
  }

  /// All of them; the first that is broken is told.
  static let all = ofLists + ofLoads + ofWaits
}
