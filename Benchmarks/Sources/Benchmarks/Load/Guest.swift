import Glibc

/// One of many viewers.
///
/// A key is typed when it is due, and the first bytes after it count as its answer.
///
/// If a key is due while another one still has no answer, the new key waits for that answer, so
/// that no bytes count as the answer to two keys. The time of a key that has waited is counted from
/// when it was due, and the time of any other key from when it was typed.
struct Guest {
  /// The size of its terminal.
  static let (lines, columns) = (24, 80)
  /// The keys, which are typed in turn; each one moves the selection, and must therefore change the
  /// screen.
  ///
  /// No key reverses another one, because a late frame may be taken for the answer to a key. The
  /// next key is then typed too early, and the program may read both keys together; if they were
  /// `j` and `k`, nothing would change, and both would seem lost.
  private static let keys = ["j", " ", "j", "j"]
  /// The time without bytes after which a key counts as lost.
  private static let timeout = Duration.seconds(5)

  /// The terminal in which its program runs.
  let terminal: PseudoTerminal
  /// Whether its program has closed the terminal.
  private(set) var hasEnded = false
  /// The bytes received since they were last discarded.
  private(set) var bytes: [UInt8] = []
  /// The times from keys to the first bytes after them.
  private(set) var times: [Duration] = []
  /// The times in `times`, but each counted from when the key was due, and therefore longer if the
  /// key was typed late.
  private(set) var waits: [Duration] = []
  private var typed = 0
  private var unanswered: Key?
  private var due: [Key] = []

  /// Starts a program.
  init(_ launch: Launch) throws(MeasureError) {
    terminal = try PseudoTerminal(launch, lines: Self.lines, columns: Self.columns)
    try SystemCall.check("fcntl", fcntl(terminal.descriptor, F_SETFL, O_NONBLOCK))
  }

  /// Whether a key waits for its answer.
  var isWaiting: Bool { unanswered != nil }

  /// Discards the measured times, the received bytes, and the keys that wait.
  mutating func forget() {
    (bytes, times, waits, due, unanswered) = ([], [], [], [], nil)
  }

  /// Types a key that is now due, or lets it wait for the answer to another key.
  mutating func press(due moment: ContinuousClock.Instant) throws(MeasureError) {
    try giveUp()
    due.append(Key(due: moment, start: unanswered == nil ? .now : moment))
    try typeNext()
  }

  /// Reads the available output, and types the next key if one has waited for this output.
  mutating func read(through chunk: inout [UInt8]) throws(MeasureError) {
    guard drain(&chunk), let key = unanswered else { return }
    let now = ContinuousClock.now
    times.append(now - key.start)
    waits.append(now - key.due)
    unanswered = nil
    try typeNext()
  }

  /// Stops waiting for the answer to a key after the timeout, and types the next key.
  mutating func giveUp() throws(MeasureError) {
    guard let key = unanswered, .now - key.start > Self.timeout else { return }
    unanswered = nil
    try typeNext()
  }

  /// A key that is due, and the moment from which its time is counted.
  private struct Key {
    let due: ContinuousClock.Instant
    let start: ContinuousClock.Instant
  }

  private mutating func typeNext() throws(MeasureError) {
    guard unanswered == nil, !due.isEmpty else { return }
    unanswered = due.removeFirst()
    // Earlier bytes are discarded: the frames of a round are not examined, and no output is pending
    // when a round begins or ends.
    bytes.removeAll(keepingCapacity: true)
    try terminal.type(Self.keys[typed % Self.keys.count])
    typed += 1
  }

  /// Reads all available output; returns whether any was available.
  private mutating func drain(_ chunk: inout [UInt8]) -> Bool {
    var hasRead = false
    while true {
      let count = terminal.read(into: &chunk)
      guard count > 0 else {
        hasEnded = count == 0 || (errno != EAGAIN && errno != EINTR)
        return hasRead
      }
      hasRead = true
      bytes += chunk[..<count]
    }
  }
}
