import Bytes
import Dispatch
import Glibc
import Synchronization

/// Tells when a file of one folder has been written, removed or replaced, by whichever program, until it is let go
/// (inotify(7)).
///
/// The folder is watched and not the file, because a file may go and another come in its place.
/// What comes together is told once, ten milliseconds after it began: a batch of posts is a
/// thousand writes. It is told again after half a second, because what was written may count only
/// then: a program that commits to a SQLite log writes it first, and publishes the commit in shared
/// memory, which no watch reports.
///
/// It waits in Dispatch's thread for descriptors and works on a serial queue: where nothing is
/// written, neither wakes.
package final class FileWatch: Sendable {
  /// What becomes heard while it passes is told together.
  private static let pause = DispatchTimeInterval.milliseconds(10)
  /// When what was told is told again.
  private static let echo = DispatchTimeInterval.milliseconds(500)

  private let names: Set<[UInt8]>
  private let onWrite: @Sendable () -> Void
  private let descriptor: Int32
  private let source: Mutex<any DispatchSourceRead>
  private let queue = DispatchQueue(label: "file watch")

  /// Watches, and tells at once what may have been written before.
  ///
  /// - Parameters:
  ///   - folder: where the files are, or will be, as bytes.
  ///   - names: what they are called, as bytes.
  ///   - onWrite: is called on a queue of the watch's own, and may block it: what is heard
  ///     meanwhile is told afterwards.
  /// - Returns: nil where there is no such folder, or the system has no watch left.
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

  /// The same of names that are text.
  package convenience init?(
    folder: String, names: Set<String>, onWrite: @escaping @Sendable () -> Void
  ) {
    self.init(
      folder: Array(folder.utf8), names: Set(names.map { Array($0.utf8) }), onWrite: onWrite)
  }

  /// The descriptor is closed when nothing can use it.
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

  /// Hears nothing more until the pause is over.
  private func hear() {
    source.withLock { $0.suspend() }
    // Not weak, because a source that is let go while it is suspended is a trap.
    queue.asyncAfter(deadline: .now() + Self.pause) { [self] in
      if drainEvents() { tell() }
      source.withLock { $0.resume() }
    }
  }

  private func tell() {
    onWrite()
    queue.asyncAfter(deadline: .now() + Self.echo) { [weak self] in self?.onWrite() }
  }

  /// Takes out what was heard, and says whether it was about one of the files.
  private func drainEvents() -> Bool {
    var room = [UInt8](repeating: 0, count: 4_096)
    var isOurs = false
    while true {
      let count = read(descriptor, &room, room.count)
      guard count > 0 else { return isOurs }
      if FileEvents(room[..<count]).contains(where: { isAbout($0.name) }) { isOurs = true }
    }
  }

  /// An event without a name may stand for any, as after an overflow of the kernel's queue
  /// (inotify(7)).
  private func isAbout(_ name: [UInt8]) -> Bool {
    name.isEmpty || names.contains(name)
  }
}
