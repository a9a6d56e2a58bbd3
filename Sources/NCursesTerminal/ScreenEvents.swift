import Terminal

/// The events that wait for the program, and its bell.
final class ScreenEvents {
  /// Called when events wait or the terminal takes frames again.
  var onWake: (@MainActor () -> Void)?
  private var waiting: [ScreenEvent] = []

  func report(_ event: ScreenEvent) { waiting.append(event) }

  /// Takes out all, oldest first.
  func take() -> [ScreenEvent] {
    defer { waiting = [] }
    return waiting
  }

  /// Rings if something waits.
  func ringIfAny() { if !waiting.isEmpty { onWake?() } }
}
