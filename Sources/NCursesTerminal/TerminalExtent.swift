import EventLoop
import Terminal

/// The extent of the terminal, and the changes of it that are told.
final class TerminalExtent {
  /// Clamped to 300 lines and 500 columns; 80×24 for a terminal that says 0×0.
  private(set) var size: Size
  private let device: TerminalDevice
  private let renderer: FrameRenderer
  private let signals: SignalReader
  private let gate: FloodLimit?
  private let loop: MainLoop
  private let events: ScreenEvents
  /// Whether a resize waits for what was done to be paid.
  private var isWaiting = false

  init(_ parts: ScreenParts, gate: FloodLimit?) {
    (device, renderer, signals) = (parts.device, parts.renderer, parts.signals)
    (loop, events) = (parts.loop, parts.events)
    (size, self.gate) = (device.size, gate)
  }

  /// Tells a change, if there is one.
  func updateIfChanged() { if device.size != size { update() } }

  /// Tells the extent after a change, also where it is as it was before: the terminal has been another
  /// meanwhile, and has cut its lines or set its margins.
  private func update() {
    size = device.size
    renderer.repaint()
    events.report(.resized(size))
  }

  /// The same, but resizes are joined while there is a debt: each costs a whole frame, and a terminal may
  /// send a thousand a second.
  func updateWhenPaid() {
    guard let debt = gate?.debt(), debt > .zero else { return update() }
    guard !isWaiting else { return }
    isWaiting = true
    // Each would wake the process, ten thousand times a second.
    signals.tellResizes(false)
    loop.after(min(debt, FloodLimit.pause)) { [weak self] in self?.endWait() }
  }

  private func endWait() {
    guard signals.isOpen else { return }
    isWaiting = false
    signals.tellResizes(true)
    updateWhenPaid()
    events.ringIfAny()
  }
}
