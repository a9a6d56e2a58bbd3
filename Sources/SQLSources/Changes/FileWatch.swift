import Bytes
import Dispatch
import Glibc
import Synchronization

/// A watch that reports when any of certain files in one folder is written, removed or replaced, by
/// any program, until the watch is released (inotify(7)).
///
/// It watches the folder, because a watch on the file would not survive its replacement. Events
/// within ten milliseconds are reported together, because a program may store one batch of changes
/// with a thousand writes. They are reported again after half a second, because a program that
/// commits to an SQLite log first writes the log and then publishes the commit in shared memory,
/// which inotify does not report.
///
/// It uses a Dispatch source and a serial queue; neither runs while nothing in the folder changes.
package final class FileWatch: Sendable {
  /// The time during which further events are combined with the first one.
  private static let pause = DispatchTimeInterval.milliseconds(10)
  /// The time after which a report is repeated.
  private static let echo = DispatchTimeInterval.milliseconds(500)

  private let names: Set<[UInt8]>
  private let onWrite: @Sendable () -> Void
  private let descriptor: Int32
  private let source: Mutex<any DispatchSourceRead>
  private let queue = DispatchQueue(label: "file watch")

  /// Starts watching, and reports immediately, because the files may have changed before.
  ///
  /// - Parameters:
  ///   - folder: the path of the folder, as bytes; the files in it need not exist yet.
  ///   - names: the names of the files, as bytes.
  ///   - onWrite: reports a write; it is called on the watch's queue, which it may block. Events
  ///     during a call are reported after it.
  /// - Returns: nil if the folder cannot be watched, for example because it does not exist.
  package init?(
    folder: [UInt8], names: Set<[UInt8]>, onWrite: @escaping @Sendable () -> Void
  ) {
    guard let descriptor = Self.listen(to: folder) else { return nil }
    self.names = names
    self.onWrite = onWrite
    self.descriptor = descriptor
    source = Mutex(DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue))
    source.withLock {
      $0.setEventHandler { [weak self] in self?.hear() }
      $0.setCancelHandler { close(descriptor) }
      $0.activate()
    }
    queue.async { [weak self] in self?.tell() }
  }

  /// Starts watching files whose names are given as strings.
  package convenience init?(
    folder: String, names: Set<String>, onWrite: @escaping @Sendable () -> Void
  ) {
    self.init(
      folder: Array(folder.utf8), names: Set(names.map { Array($0.utf8) }), onWrite: onWrite)
  }

  /// Cancels the source, whose handler then closes the descriptor.
  deinit { source.withLock { $0.cancel() } }

  private static let kinds = UInt32(
    IN_MODIFY | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_ONLYDIR)

  private static func listen(to folder: [UInt8]) -> Int32? {
    let descriptor = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
    guard descriptor >= 0 else { return nil }
    guard folder.withPath({ inotify_add_watch(descriptor, $0, kinds) }) >= 0 else {
      close(descriptor)
      return nil
    }
    return descriptor
  }

  /// Suspends the source for `pause`, and then reports the events.
  private func hear() {
    source.withLock { $0.suspend() }
    // `self` is captured strongly, because releasing a suspended source traps.
    queue.asyncAfter(deadline: .now() + Self.pause) { [self] in
      if drainEvents() { tell() }
      source.withLock { $0.resume() }
    }
  }

  private func tell() {
    onWrite()
    queue.asyncAfter(deadline: .now() + Self.echo) { [weak self] in self?.onWrite() }
  }

  /// Reads all events, and returns whether one of them concerns a watched file.
  private func drainEvents() -> Bool {
    var room = [UInt8](repeating: 0, count: 4_096)
    var isOurs = false
    while true {
      let count = read(descriptor, &room, room.count)
      guard count > 0 else { return isOurs }
      if FileEvents(room[..<count]).contains(where: { isAbout($0.name) }) { isOurs = true }
    }
  }

  /// Whether an event concerns a watched file; an event without a name, as after an overflow of the
  /// kernel's queue, may concern any file (inotify(7)).
  private func isAbout(_ name: [UInt8]) -> Bool {
    name.isEmpty || names.contains(name)
  }
}
