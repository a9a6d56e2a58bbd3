import Glibc
import Synchronization

/// Says what made the program trap, where nothing else can be said any more.
enum CrashNote {
  private static let seed = Atomic<UInt64>(0)
  private static let isWalk = Atomic<Bool>(false)

  static func note(seed: UInt64, isWalk: Bool) {
    self.seed.store(seed, ordering: .relaxed)
    self.isWalk.store(isWalk, ordering: .relaxed)
  }

  /// To be called once, before anything is noted.
  static func watch() {
    for trap in [SIGILL, SIGTRAP, SIGSEGV, SIGBUS] { signal(trap) { CrashNote.tell($0) } }
  }

  private static func tell(_ trap: Int32) {
    signal(trap, SIG_DFL)
    let seed = seed.load(ordering: .relaxed)
    if isWalk.load(ordering: .relaxed) {
      print("fuzz: walk \(seed) made it stop; again: make fuzz SEED=\(seed) STEPS=4000 INPUTS=0")
    } else {
      print("fuzz: input \(seed) made it stop; again: make fuzz SEED=\(seed) STEPS=0 INPUTS=1")
    }
    fflush(nil)
  }
}
