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
