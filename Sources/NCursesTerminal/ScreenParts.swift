import EventLoop
import Glibc
import Terminal

/// What the parts of a screen work with, each made once.
struct ScreenParts {
  let device: TerminalDevice
  let capabilities: TerminalCapabilities
  let renderer: FrameRenderer
  let writer: FrameWriter
  let signals: SignalReader
  let loop = MainLoop()
  let events = ScreenEvents()

  /// Opens the terminal's device and its description, and blocks signals.
  init(options: NCursesOptions, term: String) throws(NCursesScreenError) {
    device = try TerminalDevice()
    FrameMemory.prepare(for: device.size)
    let colorTerm = environmentVariable("COLORTERM")
    capabilities = try Self.capabilities(term, colorTerm)
    renderer = FrameRenderer(
      capabilities, colors: options.colors, mixesColors: TerminalName.mixesColors(colorTerm))
    writer = FrameWriter(descriptor: device.output)
    signals = try SignalReader()
  }

  /// Opens the first description of the terminal that there is.
  private static func capabilities(
    _ term: String, _ colorTerm: String?
  ) throws(NCursesScreenError) -> TerminalCapabilities {
    let names = TerminalName.candidates(term: term, colorTerm: colorTerm)
    for name in names.dropLast() {
      if let capabilities = try? TerminalCapabilities.open(name) { return capabilities }
    }
    return try TerminalCapabilities.open(names[names.count - 1])
  }
}

/// One variable, because reading all of them is expensive.
func environmentVariable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

/// The events that wait for the program, and its bell.
final class ScreenEvents {
  /// Called when events wait or the terminal takes frames again.
  var onWake: (@MainActor () -> Void)?
  private var waiting: [ScreenEvent] = []

  func report(_ event: ScreenEvent) { waiting.append(event) }

  /// Takes out all, oldest first.
  func removeAll() -> [ScreenEvent] {
    defer { waiting = [] }
    return waiting
  }

  /// Rings if something waits.
  func ringIfAny() { if !waiting.isEmpty { onWake?() } }
}

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
