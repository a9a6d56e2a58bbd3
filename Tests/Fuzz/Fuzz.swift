import ArgumentParser
import CommandTrials
import Glibc
import Randomness
import RecordTrials
import Synchronization
import TerminalTrials

/// A program that feeds random input to everything that must accept any input: the paging machine,
/// the filter, styled text, lines of bytes, the widths, the keys, JSON, JSON arrays, CSV, answers,
/// and values in shell commands.
@main struct Fuzz: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Walk the engine and feed the rest at random, and check the rules all the time.",
    discussion: "One number decides everything: the same options do the same again.")

  @Option(help: "The number that the first walk and the first inputs are drawn from.")
  var seed: UInt64 = 1

  @Option(help: "How many steps to take through the engine, in walks of some thousand.")
  var steps = 1_000_000

  @Option(
    help:
      "How many inputs to try each: texts, lines of bytes, code points, what terminals send, JSON, CSV."
  )
  var inputs = 1_000_000

  @Flag(help: "Say what fails, and do not look for the fewest steps of a walk.")
  var replayOnly = false

  func validate() throws {
    guard steps >= 0 else { throw ValidationError("--steps \(steps): ask for 0 or more") }
    guard inputs >= 0 else { throw ValidationError("--inputs \(inputs): ask for 0 or more") }
  }

  func run() throws {
    CrashNote.watch()
    if steps > 0 {
      try PagingFuzz(seed: seed, steps: steps, findsFewest: !replayOnly).run()
    }
    guard inputs > 0 else { return }
    try runEveryScalar()
    try run(filterTrial)
    try run(styledTrial)
    try run(lineTrial)
    try run(widthTrial)
    try run(keyTrial)
    try run(jsonTrial)
    try run(csvTrial)
    try run(elementTrial)
    try run(answerTrial)
    // Most inputs start a shell, so fewer of them are tried.
    try run(commandTrial, count: (inputs + 499) / 500)
  }

  private func runEveryScalar() throws {
    let unfiltered = HostileScalars.unfiltered(in: 0...0x10FFFF)
    guard !unfiltered.isEmpty else { return }
    print("fuzz: not made safe: \(unfiltered.map { String($0.value, radix: 16) })")
    throw ExitCode.failure
  }

  private func run<Element>(_ trial: Trial<Element>, count: Int? = nil) throws {
    let inputs = count ?? inputs
    let start = ContinuousClock.now
    let failure = trial.failure(from: seed, count: inputs) {
      CrashNote.remember(seed: $0, isWalk: false)
    }
    if let failure {
      print("fuzz: \(trial.name): \(failure)")
      print("fuzz: again: make fuzz SEED=\(failure.seed) STEPS=0 INPUTS=1")
      throw ExitCode.failure
    }
    let seconds = (ContinuousClock.now - start).components.seconds
    print("fuzz: \(trial.name): \(inputs) inputs, \(seconds) s, all rules hold")
  }
}

/// A note of the current input, which a signal handler prints if the program traps.
enum CrashNote {
  private static let seed = Atomic<UInt64>(0)
  private static let isWalk = Atomic<Bool>(false)

  static func remember(seed: UInt64, isWalk: Bool) {
    self.seed.store(seed, ordering: .relaxed)
    self.isWalk.store(isWalk, ordering: .relaxed)
  }

  /// Installs the signal handlers; call it once, before the first note.
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
