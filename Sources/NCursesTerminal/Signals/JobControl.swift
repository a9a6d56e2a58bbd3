import EventLoop
import Glibc
import Terminal

/// The job control of a screen: handles the signals that ask the process to exit, to stop, to
/// continue or to check the size, and takes the terminal when the process is in the foreground.
final class JobControl {
  private let session: TerminalSession
  private let extent: TerminalExtent
  private let painter: ScreenPainter
  private let signals: SignalReader
  private let loop: MainLoop
  private let events: ScreenEvents
  /// Whether the process has been asked to exit.
  ///
  /// A stopped process is continued so that it can exit, but then it must not take the terminal
  /// again.
  private var isEnding = false
  /// Whether another program has the terminal.
  private var isLent = false

  init(_ parts: ScreenParts, _ session: TerminalSession, _ extent: TerminalExtent) {
    (painter, signals) = (parts.painter, parts.signals)
    (loop, events) = (parts.loop, parts.events)
    (self.session, self.extent) = (session, extent)
  }

  /// Takes the terminal for the first time; returns whether that was possible.
  func begin() -> Bool {
    guard !session.enter() else { return true }
    enterLater()
    return false
  }

  /// Records that the process is exiting: from now on all signals except those that terminate it
  /// are ignored.
  func end() { isEnding = true }

  /// Restores the terminal, stops the process, and takes the terminal again when the process is
  /// continued.
  func suspend() {
    guard session.isThere else { return }
    session.suspend()
    enter()
  }

  /// Lends the terminal to another program in the process group.
  func lend() {
    guard session.isThere else { return }
    isLent = true
    session.leave()
  }

  /// Takes the terminal back when the other program has exited.
  func takeBack() {
    guard isLent else { return }
    isLent = false
    enter()
    events.ringIfAny()
  }

  /// Handles the signals that have arrived.
  ///
  /// While the terminal is lent, SIGINT and SIGQUIT are ignored, because keys that terminate a
  /// program are meant for the program that has the terminal (system(3)).
  func readSignals() {
    let waiting = signals.read().filter { !isLent || ![SIGINT, SIGQUIT].contains($0) }
    let ending = waiting.filter(SignalReader.ending.contains)
    for signal in ending {
      events.report(signal == SIGHUP ? .hungUp : .terminated(signal: signal))
    }
    isEnding = isEnding || !ending.isEmpty
    for signal in waiting where !isEnding { handle(signal) }
    events.ringIfAny()
  }

  private func handle(_ signal: Int32) {
    switch signal {
    case SIGCONT: enter()
    case SIGTSTP: suspend()
    default: extent.updateWhenPaid()
    }
  }

  private func enter() {
    guard !isLent else { return }
    guard session.enter() else { return enterLater() }
    painter.repaint()
    extent.updateIfChanged()
    events.report(.resumed)
  }

  /// Checks again after a while whether the process is in the foreground.
  ///
  /// This is for a process that could not be stopped, so that its return to the foreground is
  /// always detected.
  private func enterLater() {
    loop.after(.milliseconds(200)) { [weak self] in self?.enterIfAway() }
  }

  private func enterIfAway() {
    guard session.state == .shells, !isEnding else { return }
    enter()
    events.ringIfAny()
  }
}
