import Glibc

/// The shell between a session and the program that is a job in it.
///
/// It reports the state of the job by setting the terminal's title. A title takes the same path as
/// all other output, so everything before a report has been read when the report is read.
struct JobShell: Sendable {
  /// The command with which the shell waits while the job is stopped.
  let waitingForResume: String
  /// The command with which the shell keeps the terminal open at the end, as the job left it.
  let waitingAtEnd: String

  /// A shell that stops itself, and continues on SIGCONT.
  static let stopping = JobShell(waitingForResume: "kill -STOP $$", waitingAtEnd: "kill -STOP $$")

  /// A shell that continues a stopped job on Enter, for a parent that would otherwise continue the
  /// shell immediately, as tmux does.
  static let reading = JobShell(
    waitingForResume: "read -r line </dev/tty", waitingAtEnd: "exec sleep 2147483647")

  /// The launch of a shell that runs `launch`, with its streams, as the foreground job.
  func wrapping(_ launch: Launch) -> Launch {
    var shell = launch
    shell.program = Self.program
    shell.arguments = ["-c", script, "sh", launch.program] + launch.arguments
    return shell
  }

  /// The shell: `dash` if it exists, because `bash` 5.2 without a prompt exits when ^C terminates
  /// its job, even with a trap.
  ///
  /// Without `dash`, the tests of ^C and of a second ^Z do not test the program.
  private static var program: String {
    access("/bin/dash", X_OK) == 0 ? "/bin/dash" : "/bin/sh"
  }

  /// The script of the shell; 147…150 are 128 plus SIGSTOP, SIGTSTP, SIGTTIN and SIGTTOU of
  /// signal(7).
  ///
  /// The trap keeps `dash` alive when ^C terminates the job.
  private var script: String {
    #"""
    set -m
    trap : INT
    "$@"
    status=$?
    while [ "$status" -ge 147 ] && [ "$status" -le 150 ]; do
      printf '\033]2;job stopped\007' >/dev/tty
      \#(waitingForResume)
      fg >/dev/null 2>&1
      status=$?
    done
    printf '\033]2;job ended %s\007' "$status" >/dev/tty
    \#(waitingAtEnd)
    """#
  }
}

extension JobShell {
  /// A report of the shell.
  enum Report: Hashable, Sendable {
    /// The job is stopped, and the shell waits until it is told to continue the job.
    case stopped
    /// The job has exited with this status, which is 128 plus the number of the signal if a signal
    /// ended it.
    case ended(Int32)
  }
}

extension JobShell.Report {
  /// The report in a title; nil if the title does not come from the shell.
  init?(title: some StringProtocol) {
    let words = title.split(separator: " ")
    guard words.first == "job" else { return nil }
    if words.dropFirst() == ["stopped"] {
      self = .stopped
    } else if words.count == 3, words[1] == "ended", let status = Int32(words[2]) {
      self = .ended(status)
    } else {
      return nil
    }
  }

  /// The report at the end of the output; nil if the output does not end with one.
  ///
  /// Only the last bytes are examined, because the shell waits after a report and the job is
  /// silent.
  init?(lastIn output: [UInt8]) {
    let opening = Array("\u{1B}]2;".utf8)
    let titles = output.suffix(4_096).split(separator: opening, omittingEmptySubsequences: false)
    guard titles.count > 1, let title = titles.last, let end = title.firstIndex(of: 0x07) else {
      return nil
    }
    self.init(title: String(decoding: title[..<end], as: UTF8.self))
  }
}
