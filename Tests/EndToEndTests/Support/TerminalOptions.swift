/// What a pseudo-terminal is like.
struct TerminalOptions: Sendable {
  /// The height in lines.
  var lines = 24
  /// The width in columns.
  var columns = 80
  /// Whether the program is a job of a shell, as in daily use, or leads the session by itself.
  ///
  /// ^Z needs the shell: the kernel lets SIGTSTP stop nobody who has no parent in the session to
  /// continue it. The price: `sh` tells a signal `n` that ended the program as status 128 + `n`,
  /// and its reports stand in the output (``JobShell``).
  var isJob = false
  /// Whether the terminal says that it knows synchronized updates (DEC mode 2026) when asked.
  var answersSynchronizedUpdateQuery = false
  /// What it answers to other questions.
  var answers: [QueryResponder.Answer] = []
}
