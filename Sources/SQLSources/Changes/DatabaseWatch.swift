import Synchronization

/// A watch that reports when a database or its log is written, removed or replaced.
///
/// It watches the path of the database, and also the full path with symbolic links resolved.
///
/// It does not notice when a symbolic link among the folders of the path is changed.
final class DatabaseWatch: Sendable {
  private let file: SQLiteFile
  private let onWrite: @Sendable () -> Void
  private let watched = Mutex<Watched>(Watched())

  private struct Watched {
    var places: Set<[UInt8]> = []
    var watches: [FileWatch] = []
  }

  /// Starts watching, and reports immediately, because the file may have changed before;
  /// returns nil if no folder can be watched.
  init?(_ file: SQLiteFile, onWrite: @escaping @Sendable () -> Void) {
    (self.file, self.onWrite) = (file, onWrite)
    watch()
    guard watched.withLock({ !$0.watches.isEmpty }) else { return nil }
  }

  /// The path itself, and the full path with symbolic links resolved if the file can be opened.
  private var places: Set<[UInt8]> {
    var places: Set = [file.path]
    if let name = try? file.look().name, name != file.path { places.insert(name) }
    return places
  }

  /// Watches the current `places`, unless they are already watched.
  private func watch() {
    let places = places
    watched.withLock { watched in
      guard places != watched.places else { return }
      watched = Watched(places: places, watches: places.compactMap(watch(of:)))
    }
  }

  private func watch(of place: [UInt8]) -> FileWatch? {
    let slash = place.lastIndex(of: UInt8(ascii: "/"))
    let folder = slash.map { Array(place[..<max(1, $0)]) } ?? [UInt8(ascii: ".")]
    let name = Array(place[(slash.map { $0 + 1 } ?? 0)...])
    return FileWatch(folder: folder, names: [name, name + Array("-wal".utf8)]) { [weak self] in
      self?.watch()
      self?.onWrite()
    }
  }
}
