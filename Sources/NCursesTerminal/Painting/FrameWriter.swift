import EventLoop
import Glibc

/// Sends frames to the terminal whole, without ever waiting for it.
///
/// What the terminal does not take at once is kept, at most a frame, and sent when it takes bytes
/// again; until then `isReady` is false and no frame is made, so frames that could not be seen are
/// skipped and keys are never queued behind them.
final class FrameWriter {
  private let descriptor: Int32
  private var pending: [UInt8] = []
  private var sent = 0
  private(set) var isBroken = false

  init(descriptor: Int32) { self.descriptor = descriptor }

  /// Whether bytes wait until the terminal takes more; `send()` is to be called then.
  var hasPending: Bool { !pending.isEmpty }
  var isReady: Bool { pending.isEmpty && !isBroken }

  func write(_ bytes: [UInt8]) {
    guard !bytes.isEmpty, !isBroken else { return }
    pending += bytes
    send()
  }

  /// Waits for what is pending, the last bytes before the terminal is given back; says whether the
  /// terminal has taken them.
  func drain(for drainTimeout: Duration = .milliseconds(500)) -> Bool {
    let end = ContinuousClock.now + drainTimeout
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

  /// Sends of what is pending as much as the terminal takes.
  func send() {
    let (count, error) = pending.withUnsafeBytes {
      DescriptorOutput.write(UnsafeRawBufferPointer(rebasing: $0[sent...]), to: descriptor)
    }
    sent += count
    guard error != EAGAIN else { return }
    isBroken = error != 0
    pending.removeAll(keepingCapacity: true)
    sent = 0
  }
}
