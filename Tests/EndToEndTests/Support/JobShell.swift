import Glibc

/// The shell between a session and the program that is a job in it.
///
/// It tells what becomes of the job by setting the terminal's title: that goes the way of all
/// output, so whoever has read a report has read everything that came before.
struct JobShell: Sendable {
  /// The shell's command by which it waits while the job is stopped.
  let waitingForResume: String
  /// The shell's command by which it keeps the terminal open, as the job left it, at the end.
  let waitingAtEnd: String

  /// A shell that stops itself; SIGCONT makes it go on.
  static let stopping = JobShell(waitingForResume: "kill -STOP $$", waitingAtEnd: "kill -STOP $$")

  /// A shell that goes on at Enter, for a parent that would continue it at once, as tmux does.
  static let reading = JobShell(
    waitingForResume: "read -r line </dev/tty", waitingAtEnd: "exec sleep 2147483647")

  /// The launch of the shell that runs `launch` as its foreground job, streams and all.
  func wrapping(_ launch: Launch) -> Launch {
    var shell = launch
    shell.program = Self.program
    shell.arguments = ["-c", script, "sh", launch.program] + launch.arguments
    return shell
  }

  /// `dash` where it is: `bash` 5.2 without a prompt ends when ^C ends its job, trap or not.
  ///
  /// Without `dash`, what the tests find out about ^C and about a second ^Z is not the program's.
  private static var program: String {
    access("/bin/dash", X_OK) == 0 ? "/bin/dash" : "/bin/sh"
  }

  /// 147…150 are 128 and SIGSTOP, SIGTSTP, SIGTTIN, SIGTTOU of signal(7).
  ///
  /// The trap keeps `dash` alive when ^C ends the job.
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
  /// What the shell tells.
  enum Report: Hashable, Sendable {
    /// The job is stopped, and the shell waits to be told to go on.
    case stopped
    /// The job has ended with this status, 128 and the signal's number for a signal.
    case ended(Int32)
  }
}

extension JobShell.Report {
  /// The report in a title; nil when the title is none of the shell's.
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

  /// The report at the end of an output; nil when there is none.
  ///
  /// Looks at the last bytes only, since the shell waits after a report and the job is silent.
  init?(lastIn output: [UInt8]) {
    let opening = Array("\u{1B}]2;".utf8)
    let titles = output.suffix(4_096).split(separator: opening, omittingEmptySubsequences: false)
    guard titles.count > 1, let title = titles.last, let end = title.firstIndex(of: 0x07) else {
      return nil
    }
    self.init(title: String(decoding: title[..<end], as: UTF8.self))
  }
}
