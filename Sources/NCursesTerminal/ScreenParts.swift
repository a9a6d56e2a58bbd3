import EventLoop
import Glibc
import Terminal

/// The shared parts of a screen, each created once.
struct ScreenParts {
  let device: TerminalDevice
  let painter: ScreenPainter
  let writer: FrameWriter
  let signals: SignalReader
  let loop = MainLoop()
  let events = ScreenEvents()

  /// Opens the terminal's device and its description, and blocks signals.
  init(options: NCursesOptions, term: String) throws(NCursesScreenError) {
    device = try TerminalDevice()
    FrameMemory.prepare(for: device.size, withNCurses: options.painter != .direct)
    painter = try ScreenPainter.open(term, device.size, options)
    writer = FrameWriter(descriptor: device.output)
    signals = try SignalReader()
  }
}

extension ScreenPainter {
  /// Opens the first available description of the terminal.
  ///
  /// - Throws: an error if no description can be used to draw a screen.
  static func open(
    _ term: String, _ extent: Size, _ options: NCursesOptions
  ) throws(NCursesScreenError) -> ScreenPainter {
    let locale = TerminalLocale.set()
    let colorTerm = environmentVariable("COLORTERM")
    let mixesColors = TerminalName.mixesColors(colorTerm)
    for name in TerminalName.candidates(term: term, colorTerm: colorTerm) {
      if let painter = open(name, extent, options, locale, mixesColors) { return painter }
    }
    throw .unknownTerminal(term)
  }

  private static func open(
    _ name: String, _ extent: Size, _ options: NCursesOptions, _ locale: TerminalLocale,
    _ mixesColors: Bool
  ) -> ScreenPainter? {
    func choice(_ isECMA48: Bool, _ hasNCurses: Bool) -> PainterFinding {
      .choose(options.painter, isECMA48: isECMA48, hasNCurses: hasNCurses, locale)
    }
    func painter(_ capabilities: TerminalCapabilities, _ screen: CursesScreen?) -> ScreenPainter {
      ScreenPainter(
        capabilities, screen, choice(capabilities.isECMA48, screen != nil), locale,
        colors: options.colors, mixesColors: mixesColors)
    }
    // The description is usually read only once, by ncurses if ncurses may paint.
    if choice(true, true).isDirect, let capabilities = TerminalCapabilities.open(name),
      capabilities.isECMA48
    {
      return painter(capabilities, nil)
    }
    let screen = CursesScreen(name, extent, colors: options.colors != .never)
    guard let capabilities = screen == nil ? TerminalCapabilities.open(name) : .inUse() else {
      return nil
    }
    return painter(capabilities, screen)
  }
}

/// The value of an environment variable; nil if it is not set.
///
/// Only this variable is read, because reading all variables is expensive.
func environmentVariable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

/// The waiting events, and the callback that announces them.
final class ScreenEvents {
  /// Called when events are waiting or the terminal accepts frames again.
  var onWake: (@MainActor () -> Void)?
  private var waiting: [ScreenEvent] = []

  func report(_ event: ScreenEvent) { waiting.append(event) }

  /// Removes and returns all events, the oldest first.
  func removeAll() -> [ScreenEvent] {
    defer { waiting = [] }
    return waiting
  }

  /// Calls `onWake` if events are waiting.
  func ringIfAny() { if !waiting.isEmpty { onWake?() } }
}

/// The events that a screen waits for: keys, signals, and a terminal that accepts bytes again.
final class ScreenWatches {
  private let terminal: DescriptorWatch
  private let signals: DescriptorWatch
  private let output: DescriptorWatch
  private let session: TerminalSession
  private let input: TerminalInput
  private let writer: FrameWriter

  /// Adds the watch of the terminal before that of the signals, so that input typed before a signal
  /// is processed first.
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

  /// Sets the events to wait for according to the current state.
  func update() {
    terminal.interest = input.isResting ? .nothing : wantedOfTerminal
    signals.interest = session.state == .closed ? .nothing : .input
    output.interest = writer.hasPending ? .output : .nothing
  }

  /// The event of the terminal to wait for; input typed while another program has the terminal
  /// belongs to that program.
  private var wantedOfTerminal: DescriptorWatch.Interest {
    switch session.state {
    case .ours: .input
    case .shells: .hangUp
    case .gone, .closed: .nothing
    }
  }
}
