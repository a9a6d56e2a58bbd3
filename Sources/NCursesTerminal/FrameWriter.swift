import Dispatch
import Glibc

/// Sends frames to the terminal whole, without ever waiting for it.
///
/// What the terminal does not take at once is kept, at most a frame, and sent when it takes bytes
/// again; until then `isReady` is false and no frame is made, so frames that nobody could see are
/// skipped and keys are never queued behind them.
final class FrameWriter {
  private let descriptor: Int32
  private var pending: [UInt8] = []
  private var sent = 0
  private var source: (any DispatchSourceWrite)?
  private(set) var isBroken = false
  /// Rung when the terminal has taken all, or is found to be gone.
  var onReady: () -> Void = {}

  init(descriptor: Int32) { self.descriptor = descriptor }

  isolated deinit { source?.cancel() }

  var isReady: Bool { pending.isEmpty && !isBroken }

  func write(_ bytes: [UInt8]) {
    guard !bytes.isEmpty, !isBroken else { return }
    pending += bytes
    send()
    if !pending.isEmpty { waitForRoom() }
  }

  /// Waits for what is pending, the last bytes before the terminal is given back; says whether the
  /// terminal has taken them.
  func drain(for patience: Duration = .milliseconds(500)) -> Bool {
    let end = ContinuousClock.now + patience
    while !pending.isEmpty, !isBroken {
      let left = (end - .now) / .milliseconds(1)
      var state = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      guard left > 0, poll(&state, 1, Int32(left) + 1) > 0 else { return false }
      send()
    }
    return true
  }

  /// Gives up what is pending.
  func discard() {
    pending.removeAll()
    sent = 0
  }

  private func send() {
    while sent < pending.count {
      let count = pending.withUnsafeBytes { bytes in
        Glibc.write(descriptor, bytes.baseAddress?.advanced(by: sent), bytes.count - sent)
      }
      if count > 0 {
        sent += count
      } else if errno == EAGAIN {
        return
      } else if errno != EINTR {
        isBroken = true
        break
      }
    }
    pending.removeAll(keepingCapacity: true)
    sent = 0
  }

  private func waitForRoom() {
    guard source == nil else { return }
    let source = DispatchSource.makeWriteSource(fileDescriptor: descriptor, queue: .main)
    source.setEventHandler { [weak self] in MainActor.assumeIsolated { self?.takeRoom() } }
    self.source = source
    source.activate()
  }

  private func takeRoom() {
    send()
    guard pending.isEmpty else { return }
    source?.cancel()
    source = nil
    onReady()
  }
}
