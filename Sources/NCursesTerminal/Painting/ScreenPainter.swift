import Terminal

/// A painter that paints directly or with ncurses; it may change from ncurses to direct painting at
/// the first frame that ncurses cannot express.
final class ScreenPainter {
  let capabilities: TerminalCapabilities
  /// The number of colors used.
  let depth: ColorDepth
  /// Whether only ASCII can be shown.
  let isASCII: Bool
  /// The current painter, and the reason for its choice.
  private(set) var finding: PainterFinding
  /// Called when the painter changes.
  var onFinding: ((PainterFinding) -> Void)?
  /// Whether the program currently uses the screen.
  private(set) var isOpen = false
  private var painter: any Painter
  /// The ncurses screen.
  ///
  /// It is kept as long as `capabilities`, because the terminal's description is released with the
  /// screen.
  private let screen: CursesScreen?
  /// The styles that the direct painter uses when it takes over; nil if it must not take over.
  private let looksOfDirect: TerminalLooks?

  /// Creates a painter for a terminal.
  ///
  /// - Parameters:
  ///   - capabilities: the capabilities of the terminal.
  ///   - screen: the ncurses screen for the terminal, if ncurses may paint.
  ///   - finding: the chosen painter.
  ///   - locale: the locale of the C library.
  ///   - mixesColors: whether the terminal declares that it shows all RGB colors.
  init(
    _ capabilities: TerminalCapabilities, _ screen: CursesScreen?, _ finding: PainterFinding,
    _ locale: TerminalLocale, colors: NCursesOptions.ColorUse, mixesColors: Bool
  ) {
    (self.capabilities, self.screen, self.finding) = (capabilities, screen, finding)
    isASCII = !finding.isDirect && locale == .ascii
    let isAlone = !finding.mayChange
    let looks = TerminalLooks(
      capabilities, colors, mixesColors: mixesColors && (screen == nil || !isAlone))
    depth = looks.depth
    looksOfDirect = isAlone ? nil : looks
    painter =
      (finding.isDirect ? nil : screen).map {
        NCursesPainter($0, capabilities, looks, locale, isAlone: isAlone)
      }
      ?? DirectPainter(capabilities, looks)
  }

  /// Makes the next frame repaint the whole screen.
  func repaint() { painter.repaint() }

  /// Releases the screen; the next frame takes it again.
  func close() {
    isOpen = false
    repaint()
  }

  /// The bytes that show a canvas; empty if nothing differs.
  func paint(_ canvas: Canvas) -> [UInt8] {
    let opening = isOpen ? [] : capabilities.string("smcup") ?? []
    isOpen = true
    do throws(Inexpressible) {
      return opening + (try painter.paint(canvas))
    } catch {
      return opening + takeOver(canvas, because: error)
    }
  }

  /// The bytes that write text at the start of the last line, and draw that line again.
  func probe(_ text: [UInt8]) -> [UInt8] { painter.probe(text) }

  /// Paints directly from now on; returns the bytes that show a canvas.
  private func takeOver(_ canvas: Canvas, because reason: Inexpressible) -> [UInt8] {
    // A painter without an alternative never throws.
    guard let looksOfDirect else { return [] }
    let direct = DirectPainter(capabilities, looksOfDirect)
    painter = direct
    finding = PainterFinding(isDirect: true, reason: "needed for \(reason)", mayChange: false)
    onFinding?(finding)
    return direct.paint(canvas)
  }
}

/// The painter of a screen, and the reason for its choice.
public nonisolated struct PainterFinding: Hashable, Sendable, CustomStringConvertible {
  /// Whether the screen is painted directly, and not by ncurses.
  public let isDirect: Bool
  /// The reason in a few words.
  public let reason: String
  /// Whether the direct painter may take over from ncurses.
  let mayChange: Bool

  init(isDirect: Bool, reason: String, mayChange: Bool) {
    (self.isDirect, self.reason, self.mayChange) = (isDirect, reason, mayChange)
  }

  /// The finding as a line of a log.
  public var description: String { "painted \(isDirect ? "directly" : "by ncurses"): \(reason)" }

  /// Chooses a painter.
  ///
  /// - Parameters:
  ///   - wish: the choice of the reader.
  ///   - isECMA48: whether the terminal follows ECMA-48.
  ///   - hasNCurses: whether ncurses can paint on the terminal.
  static func choose(
    _ wish: NCursesOptions.PainterChoice, isECMA48: Bool, hasNCurses: Bool, _ locale: TerminalLocale
  ) -> PainterFinding {
    func direct(_ reason: String) -> Self { Self(isDirect: true, reason: reason, mayChange: false) }
    func ncurses(_ reason: String, mayChange: Bool = false) -> Self {
      Self(isDirect: false, reason: reason, mayChange: mayChange)
    }
    if isECMA48, wish == .direct { return direct("as requested") }
    if isECMA48, wish == .auto, locale == .ascii { return direct("no UTF-8 locale is installed") }
    guard hasNCurses else { return direct("ncurses does not support this terminal") }
    guard isECMA48 else { return ncurses("the terminal does not follow ECMA-48") }
    return wish == .ncurses ? ncurses("as requested") : ncurses("the default", mayChange: true)
  }
}
