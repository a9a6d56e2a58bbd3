import Glibc

/// What signals do, as it was at some time (sigaction(2)).
///
/// ncurses takes signals when it opens a terminal, unless they are handled already. Ours are
/// blocked, but not while the process stops or after the terminal is given back: its SIGTERM would
/// end the process with status 1, and its SIGTSTP would set the terminal's modes once more.
///
/// SIGTSTP has a handler meanwhile, so that ncurses takes it for the program's and leaves it alone:
/// otherwise it would ignore it during each frame, which costs two calls of the system and loses
/// the one that waits to be read.
struct SignalDispositions {
  private var kept: [(signal: Int32, action: sigaction)] = []

  /// Those that ncurses may take (curs_initscr(3), "Signal Handlers").
  init() {
    for number in [SIGINT, SIGTERM, SIGTSTP, SIGWINCH] {
      var action = sigaction()
      if sigaction(number, nil, &action) == 0 { kept.append((number, action)) }
    }
    signal(SIGTSTP) { _ in }
  }

  /// Makes them what they were.
  func restore() {
    for (signal, action) in kept {
      var action = action
      sigaction(signal, &action, nil)
    }
  }
}
