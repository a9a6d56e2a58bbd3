import Glibc
import Synchronization

/// Says which walk it was that made the machine trap, where nothing else can be said any more.
enum CrashNote {
  private static let seed = Atomic<UInt64>(0)

  static func note(seed: UInt64) {
    self.seed.store(seed, ordering: .relaxed)
    for trap in [SIGILL, SIGTRAP, SIGSEGV, SIGBUS] { signal(trap) { CrashNote.tell($0) } }
  }

  private static func tell(_ trap: Int32) {
    signal(trap, SIG_DFL)
    let line = "fuzz: walk \(seed.load(ordering: .relaxed)) made it stop; again: make fuzz SEED="
    print("\(line)\(seed.load(ordering: .relaxed)) STEPS=4000")
    fflush(nil)
  }
}
