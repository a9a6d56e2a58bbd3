/// A program between this one and the reader's terminal, which takes what is meant for that.
nonisolated enum Multiplexer: Equatable {
  case none
  case tmux
  case screen

  /// Tells it by what tmux(1) and screen(1) set, or else by the terminal's type, which comes along over SSH.
  ///
  /// A type `screen` may also be tmux there; who says `tmux` is.
  ///
  /// - Parameter value: a variable of the environment, if it is set.
  init(_ value: (_ name: String) -> String?) {
    let term = value("TERM") ?? ""
    if value("TMUX")?.isEmpty == false || term.hasPrefix("tmux") {
      self = .tmux
    } else if value("STY")?.isEmpty == false || term.hasPrefix("screen") {
      self = .screen
    } else {
      self = .none
    }
  }
}
