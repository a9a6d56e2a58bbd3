import EventLoop
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
    capabilities = try Self.capabilities(term)
    renderer = FrameRenderer(capabilities, colors: options.colors)
    writer = FrameWriter(descriptor: device.output)
    signals = try SignalReader()
  }

  /// Opens the first description of the terminal that there is.
  private static func capabilities(
    _ term: String
  ) throws(NCursesScreenError) -> TerminalCapabilities {
    let colorTerm = EnvironmentValues.value(of: "COLORTERM")
    let names = TerminalName.candidates(term: term, colorTerm: colorTerm)
    for name in names.dropLast() {
      if let capabilities = try? TerminalCapabilities.open(name) { return capabilities }
    }
    return try TerminalCapabilities.open(names[names.count - 1])
  }
}
