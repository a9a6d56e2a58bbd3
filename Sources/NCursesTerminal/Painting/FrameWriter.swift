import EventLoop
import Glibc

/// A writer that sends frames to the terminal completely, without waiting for it.
///
/// Bytes that the terminal does not accept immediately are kept and sent later. Until then
/// `isReady` is false and no frame is drawn, so that frames that could not be shown are skipped and
/// never delay keys.
final class FrameWriter {
  private let descriptor: Int32
  private var pending: [UInt8] = []
  private var sent = 0
  private(set) var isBroken = false

  init(descriptor: Int32) { self.descriptor = descriptor }

  /// Whether bytes wait for the terminal to accept more; `send()` must be called when it does.
  var hasPending: Bool { !pending.isEmpty }
  var isReady: Bool { pending.isEmpty && !isBroken }

  func write(_ bytes: [UInt8]) {
    guard !bytes.isEmpty, !isBroken else { return }
    pending += bytes
    send()
  }

  /// Waits until the pending bytes are sent, before the terminal is restored; returns false if the
  /// terminal does not accept them in time.
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

  /// Drops the pending bytes.
  func discard() {
    pending.removeAll()
    sent = 0
  }

  /// Sends as many pending bytes as the terminal accepts.
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
