import Terminal

/// Paints a screen with ncurses, as long as that can express what is to be seen, and then with bytes of this
/// program.
final class ScreenPainter {
  let capabilities: TerminalCapabilities
  /// How many colours are used.
  let depth: ColorDepth
  /// Whether only ASCII can be shown.
  let isASCII: Bool
  /// Who paints, and why.
  private(set) var finding: PainterFinding
  /// Told when that changes.
  var onFinding: ((PainterFinding) -> Void)?
  /// Whether the screen is the program's.
  private(set) var isOpen = false
  private var painter: any Painter
  /// Kept for as long as `capabilities`, because the terminal's description goes with it.
  private let screen: CursesScreen?
  /// The looks with which the other painter takes over; nil where it must not.
  private let looksOfDirect: TerminalLooks?

  /// - Parameters:
  ///   - capabilities: the terminal's.
  ///   - screen: ncurses' screen for it, if ncurses is to paint.
  ///   - finding: who paints, as it was chosen.
  ///   - locale: what the C library knows.
  ///   - mixesColors: whether the terminal says that it shows any mixture of red, green and blue.
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

  /// Makes the next frame be sent whole.
  func repaint() { painter.repaint() }

  /// The screen is given back; the next frame takes it again.
  func close() {
    isOpen = false
    repaint()
  }

  /// The bytes that show a canvas; none where nothing differs.
  func paint(_ canvas: Canvas) -> [UInt8] {
    let opening = isOpen ? [] : capabilities.string("smcup") ?? []
    isOpen = true
    do throws(Inexpressible) {
      return opening + (try painter.paint(canvas))
    } catch {
      return opening + takeOver(canvas, because: error)
    }
  }

  /// The bytes that write a text at the start of the last line, and draw that line again.
  func probe(_ text: [UInt8]) -> [UInt8] { painter.probe(text) }

  /// Paints with the other painter from now on.
  private func takeOver(_ canvas: Canvas, because reason: Inexpressible) -> [UInt8] {
    // A painter that is alone throws nothing.
    guard let looksOfDirect else { return [] }
    let direct = DirectPainter(capabilities, looksOfDirect)
    painter = direct
    finding = PainterFinding(isDirect: true, reason: "\(reason)", mayChange: false)
    onFinding?(finding)
    return direct.paint(canvas)
  }
}

/// Who paints a screen, and why.
public nonisolated struct PainterFinding: Hashable, Sendable, CustomStringConvertible {
  /// Whether it is painted by bytes of this program, and not by ncurses.
  public let isDirect: Bool
  /// Why, in a few words.
  public let reason: String
  /// Whether the other painter may take over.
  let mayChange: Bool

  init(isDirect: Bool, reason: String, mayChange: Bool) {
    (self.isDirect, self.reason, self.mayChange) = (isDirect, reason, mayChange)
  }

  /// The finding in a line of a log.
  public var description: String { "painted \(isDirect ? "directly" : "by ncurses"): \(reason)" }

  /// Chooses.
  ///
  /// - Parameters:
  ///   - wish: what the reader has asked for.
  ///   - isECMA48: whether the terminal is of that kind.
  ///   - hasNCurses: whether ncurses can paint on it.
  static func choose(
    _ wish: NCursesOptions.PainterChoice, isECMA48: Bool, hasNCurses: Bool, _ locale: TerminalLocale
  ) -> PainterFinding {
    func direct(_ reason: String) -> Self { Self(isDirect: true, reason: reason, mayChange: false) }
    func ncurses(_ reason: String, mayChange: Bool = false) -> Self {
      Self(isDirect: false, reason: reason, mayChange: mayChange)
    }
    if isECMA48, wish == .direct { return direct("as asked for") }
    if isECMA48, wish == .auto, locale == .ascii { return direct("there is no locale for UTF-8") }
    guard hasNCurses else { return direct("ncurses has no screen for this terminal") }
    guard isECMA48 else { return ncurses("the terminal is not of ECMA-48's kind") }
    return wish == .ncurses ? ncurses("as asked for") : ncurses("by default", mayChange: true)
  }
}
