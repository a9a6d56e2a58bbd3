import EventLoop
import Terminal

/// What the parts of a screen work with, each made once.
struct ScreenParts {
  let device: TerminalDevice
  let renderer: CursesRenderer
  let writer: FrameWriter
  let signals: SignalReader
  let loop = MainLoop()
  let events = ScreenEvents()

  /// Opens the terminal's device and ncurses, and blocks signals.
  init(options: NCursesOptions, term: String) throws(NCursesScreenError) {
    device = try TerminalDevice()
    renderer = try Self.renderer(term, device.size, options.colors)
    writer = FrameWriter(descriptor: device.output)
    signals = try SignalReader()
  }

  /// Opens ncurses by the first description of the terminal that it has.
  private static func renderer(
    _ term: String, _ size: Size, _ colors: NCursesOptions.ColorUse
  ) throws(NCursesScreenError) -> CursesRenderer {
    let colorTerm = EnvironmentValues.value(of: "COLORTERM")
    let names = TerminalName.candidates(term: term, colorTerm: colorTerm)
    for name in names.dropLast() {
      if let renderer = try? CursesRenderer(terminal: name, size: size, colors: colors) {
        return renderer
      }
    }
    return try CursesRenderer(terminal: names[names.count - 1], size: size, colors: colors)
  }
}
