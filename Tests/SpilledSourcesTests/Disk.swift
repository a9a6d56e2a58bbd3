import Glibc
import SpilledSources
import Synchronization

/// A disk that a test fills.
///
/// While it is full a write takes the space that is left, and then goes to `/dev/full`, so that the
/// failure is the system's own.
final class Disk: Sendable {
  private let full = open("/dev/full", O_WRONLY | O_CLOEXEC)
  private let state = Mutex<(room: Int?, taken: [UInt8])>((nil, []))

  deinit { close(full) }

  /// How many bytes there is space for; any number if nil.
  var room: Int? {
    get { state.withLock { $0.room } }
    set { state.withLock { $0.room = newValue } }
  }

  /// All that was written, in this order.
  var taken: [UInt8] { state.withLock { $0.taken } }

  func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer, at place: Int) -> Int {
    state.withLock { state in
      let taken = bytes.prefix(state.room ?? bytes.count)
      guard !taken.isEmpty else { return pwrite(full, bytes.baseAddress, bytes.count, 0) }
      let count = pwrite(descriptor, bytes.baseAddress, taken.count, off_t(place))
      state.room = state.room.map { $0 - count }
      state.taken += taken
      return count
    }
  }
}
