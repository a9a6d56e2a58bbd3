import Bytes
import CEndless
import Glibc

/// A watch that reports when the file at a path is written, truncated, removed or replaced
/// (inotify(7)).
///
/// It causes no wake-ups while the file and its folder do not change. Changes by other hosts in a
/// network file system, or by other programs in FUSE, are not reported: see `hearsAll`.
public final class PathWatch {
  /// A descriptor that is readable for poll(2) after an event, until `takeNews()` is called.
  public let newsDescriptor: Int32
  /// Whether every change is reported; if not, check the file from time to time.
  public let hearsAll: Bool

  private let path: [CChar]
  private let name: [UInt8]
  private var file: Int32

  private static let onFile = UInt32(IN_MODIFY | IN_ATTRIB | IN_DELETE_SELF | IN_MOVE_SELF)
  private static let onFolder = UInt32(IN_CREATE | IN_MOVED_TO | IN_ONLYDIR)

  /// Watches the file of a store; nil if the store has no path, or if the system provides no
  /// further descriptor for inotify(7).
  ///
  /// Cost: a descriptor while the watch exists.
  public init?(of store: FileStore) {
    guard !store.name.isEmpty else { return nil }
    let path = store.name
    self.path = path
    let slash = path.lastIndex(of: CChar(UInt8(ascii: "/")))
    name = path[(slash.map { $0 + 1 } ?? 0)...].dropLast().map(UInt8.init(bitPattern:))
    let folder = slash.map { Array(path[..<max(1, $0)]) } ?? [CChar(UInt8(ascii: "."))]
    newsDescriptor = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
    guard newsDescriptor >= 0 else { return nil }
    file = inotify_add_watch(newsDescriptor, path, Self.onFile)
    let other = inotify_add_watch(newsDescriptor, folder + [0], Self.onFolder)
    hearsAll = file >= 0 && other >= 0 && !Self.isSilent(path)
  }

  deinit { if newsDescriptor >= 0 { close(newsDescriptor) } }

  /// Removes the pending events; returns whether any of them concerned the file.
  ///
  /// From then on it watches the file that is now at the path. It does not wait.
  public func takeNews() -> Bool {
    var memory = [UInt8](repeating: 0, count: 4_096)
    var (isAboutFile, isOther) = (false, false)
    while true {
      let count = read(newsDescriptor, &memory, memory.count)
      guard count > 0 else { break }
      for event in FileEvents(memory[..<count]) {
        if event.watch == file || event.watch < 0 { isAboutFile = true }
        if event.name == name { isOther = true }
      }
    }
    if isOther { file = inotify_add_watch(newsDescriptor, path, Self.onFile) }
    return isAboutFile || isOther
  }

  /// Whether a path is on a file system whose changes may not be reported (statfs(2)), because
  /// files may be changed from elsewhere: NFS, SMB, CIFS, FUSE, 9P, Ceph, AFS; and overlayfs, where
  /// the first write replaces the watched file with another one.
  static func isSilent(_ path: [CChar]) -> Bool {
    let silent = [
      0x6969, 0xFE53_4D42, 0xFF53_4D42, 0x517B, 0x6573_5546, 0x0102_1997, 0x00C3_6400, 0x5346_414F,
      0x794C_7630,
    ]
    return silent.contains(endless_file_system(path))
  }
}
