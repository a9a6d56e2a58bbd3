import EventLoop
import Terminal

/// What a screen waits for: keys, signals, and a terminal that takes bytes again.
final class ScreenWatches {
  private let terminal: DescriptorWatch
  private let signals: DescriptorWatch
  private let output: DescriptorWatch
  private let session: TerminalSession
  private let input: TerminalInput
  private let writer: FrameWriter

  /// Waits for them in this order, because what was typed before a signal is done before it.
  init(_ parts: ScreenParts, _ session: TerminalSession, _ input: TerminalInput, _ jobs: JobControl)
  {
    let (writer, events) = (parts.writer, parts.events)
    terminal = DescriptorWatch(parts.device.input, for: .nothing) { input.read() }
    signals = DescriptorWatch(parts.signals.descriptor, for: .nothing) { jobs.readSignals() }
    output = DescriptorWatch(parts.device.output, for: .nothing) {
      writer.send()
      guard !writer.hasPending else { return }
      if writer.isBroken, session.hangUp() { events.report(.hungUp) }
      events.onWake?()
    }
    (self.session, self.input, self.writer) = (session, input, writer)
    for watch in [terminal, signals, output] { parts.loop.add(watch) }
  }

  /// Waits for what is of use now.
  func update() {
    terminal.interest = input.isResting ? .nothing : wantedOfTerminal
    signals.interest = session.state == .closed ? .nothing : .input
    output.interest = writer.hasPending ? .output : .nothing
  }

  /// What is typed while others have the terminal is theirs.
  private var wantedOfTerminal: DescriptorWatch.Interest {
    switch session.state {
    case .ours: .input
    case .shells: .hangUp
    case .gone, .closed: .nothing
    }
  }
}
