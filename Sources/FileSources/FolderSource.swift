import ByteStores
import Bytes
import Glibc
public import Paging

/// A source of the entries of a folder, sorted by the bytes of their names, in both directions.
///
/// The names are read with the first page and with a refresh, and are held; an entry is examined
/// when its page is loaded. Cost: a page takes one system call for each entry, and three for a
/// link; a refresh reads the folder.
public final class FolderSource: PagingSource {
  /// The item of a page: an entry.
  public typealias Item = FolderEntry
  /// A name, which stands for the position before or after it.
  public typealias Cursor = [UInt8]

  /// The path that was given.
  public let path: [UInt8]
  private let names = FolderNames()

  /// Creates a source; the folder is not opened before the first load.
  public init(path: [UInt8]) { self.path = path }

  /// The abilities of the source: all names are known, so it can be opened anywhere.
  public var traits: PagingTraits { PagingTraits(opensAtEnd: true, opensAtItems: true) }

  /// Loads a page of entries.
  ///
  /// - Throws: an error if the folder cannot be read; its `isRetryable` is true if a retry makes
  ///   sense. An entry that cannot be examined is not an error: its kind is `unknown`.
  @concurrent public func load(
    _ request: PageRequest<[UInt8]>
  ) async throws(PagingError) -> Page<FolderEntry, [UInt8]> {
    do throws(FileError) {
      let folder = try OpenFolder(path)
      let all = try await names.all(of: folder, anew: request.readsAnew)
      return page(request, of: all, in: folder)
    } catch {
      throw error.pagingError
    }
  }

  private func page(
    _ request: PageRequest<[UInt8]>, of all: [[UInt8]], in folder: OpenFolder
  ) -> Page<FolderEntry, [UInt8]> {
    let range = range(of: request, in: all)
    let items = all[range].map { FolderEntry($0, in: folder.descriptor) }
    var page = Page(
      items: items, before: items.first.map { .more($0.id) } ?? .end,
      after: items.last.map { .more($0.id) } ?? .end,
      extent: PageExtent(start: range.lowerBound, total: all.count))
    if range.lowerBound == 0 { page.before = .end }
    if range.upperBound == all.count { page.after = .end }
    page.itemCursors = items.map(\.id)
    return page
  }

  private func range(of request: PageRequest<[UInt8]>, in all: [[UInt8]]) -> Range<Int> {
    let count = max(1, request.count)
    switch request.position {
    case .start: return 0..<min(count, all.count)
    case .end: return max(0, all.count - count)..<all.count
    case .after(let name):
      let start = all.firstIndex(from: name, orAfter: true)
      return start..<min(all.count, start + count)
    case .before(let name):
      let end = all.firstIndex(from: name, orAfter: false)
      return max(0, end - count)..<end
    case .number(let number):
      let start = min(max(0, number), max(0, all.count - 1))
      return start..<min(all.count, start + count)
    }
  }
}

extension [[UInt8]] {
  /// The index of the first of the sorted names that does not precede the given name or, with
  /// `orAfter`, of the first name that follows it.
  fileprivate func firstIndex(from name: [UInt8], orAfter: Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      let isBefore = self[middle].lexicographicallyPrecedes(name) || orAfter && self[middle] == name
      if isBefore { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension PageRequest<[UInt8]> {
  /// Whether the request requires reading the names again: at the start and for a refresh, but not
  /// while scrolling, nor to go to an entry by its number.
  fileprivate var readsAnew: Bool {
    switch position {
    case .start: true
    case .end, .after, .before: reason == .refresh
    case .number: false
    }
  }
}

/// An entry of a folder.
public struct FolderEntry: Identifiable, Hashable, Sendable {
  /// The kind of an entry.
  public enum Kind: Hashable, Sendable {
    /// A regular file.
    case file
    /// A folder.
    case folder
    /// A symbolic link, with its target, and whether the target is a folder.
    case link(to: String, isFolder: Bool)
    /// A named pipe (FIFO).
    case pipe
    /// A socket.
    case socket
    /// A device, such as a terminal or a disk.
    case device
    /// An entry that was removed while the folder was read, or that cannot be examined.
    case unknown
  }

  /// The name in bytes, which may be invalid UTF-8.
  public let id: [UInt8]
  /// The kind of the entry.
  public let kind: Kind
  /// The size in bytes; for a link, that of its target, or of the link itself if the target cannot
  /// be examined; 0 if the entry cannot be examined.
  public let size: Int
  /// The time of the last modification, in seconds since 1970-01-01 00:00 UTC; 0 if the entry
  /// cannot be examined.
  public let time: Int

  /// The twelve permission bits (chmod(2)); for a link, those of its target, or of the link itself
  /// if the target cannot be examined; nil if the entry cannot be examined.
  public let permissions: Int?
  /// The user ID of the owner; nil if the entry cannot be examined.
  public let owner: Int?
  /// The group ID; nil if the entry cannot be examined.
  public let group: Int?

  /// The name as a string, with U+FFFD for invalid UTF-8.
  public var name: String { String(decoding: id, as: UTF8.self) }

  /// Examines an entry, with one system call (fstatat(2)), or with three for a link (also
  /// readlinkat(2)).
  init(_ name: [UInt8], in folder: Int32) {
    let path = name.cString
    var state = stat()
    id = name
    guard fstatat(folder, path, &state, AT_SYMLINK_NOFOLLOW) == 0 else {
      (kind, size, time) = (.unknown, 0, 0)
      (permissions, owner, group) = (nil, nil, nil)
      return
    }
    if state.st_mode & S_IFMT == S_IFLNK {
      let target = Self.target(of: path, in: folder)
      let leads = fstatat(folder, path, &state, 0) == 0
      kind = .link(to: target, isFolder: leads && state.st_mode & S_IFMT == S_IFDIR)
    } else {
      kind = Self.kind(of: state)
    }
    (size, time) = (Int(state.st_size), state.st_mtim.tv_sec)
    permissions = Int(state.st_mode & 0o7777)
    (owner, group) = (Int(state.st_uid), Int(state.st_gid))
  }

  private static func target(of path: [CChar], in folder: Int32) -> String {
    var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = bytes.withUnsafeMutableBytes { memory in
      memory.withMemoryRebound(to: CChar.self) { characters in
        characters.baseAddress.map { readlinkat(folder, path, $0, characters.count) } ?? 0
      }
    }
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }

  private static func kind(of state: stat) -> Kind {
    switch FileKind(mode: state.st_mode) {
    case .plain: .file
    case .directory: .folder
    case .pipe: .pipe
    case .socket: .socket
    case .device: .device
    }
  }
}

/// The names in a folder, as they were last read.
actor FolderNames {
  private var held: [[UInt8]]?

  /// The names, sorted by their bytes; they are read if `anew` is true, or if they have not been
  /// read before.
  ///
  /// - Throws: an error if a system call fails.
  func all(of folder: OpenFolder, anew: Bool) throws(FileError) -> [[UInt8]] {
    if !anew, let held { return held }
    let names = try folder.names()
    held = names
    return names
  }
}

/// An open folder, which is closed when nothing refers to the object.
final class OpenFolder: Sendable {
  let descriptor: Int32
  private let path: String

  /// - Throws: an error if the folder cannot be opened.
  init(_ path: [UInt8]) throws(FileError) {
    self.path = String(decoding: path, as: UTF8.self)
    descriptor = open(
      path.cString, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw FileError(code: errno, path: self.path) }
  }

  deinit { close(descriptor) }

  /// All names except `.` and `..`, sorted by their bytes.
  ///
  /// - Throws: an error if a system call fails.
  func names() throws(FileError) -> [[UInt8]] {
    // A copy is used, because closedir(3) closes the descriptor that fdopendir(3) was given.
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else { throw FileError(code: errno, path: path) }
    guard let folder = fdopendir(copy) else {
      let code = errno
      close(copy)
      throw FileError(code: code, path: path)
    }
    defer { closedir(folder) }
    rewinddir(folder)
    var names: [[UInt8]] = []
    while true {
      // Only errno distinguishes an error from the end of the folder; each call may have changed
      // it.
      errno = 0
      guard let entry = readdir(folder) else { break }
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: UInt8.self, capacity: 256) { start in
          Array(UnsafeBufferPointer(start: start, count: strlen(start)))
        }
      }
      if name != [0x2E], name != [0x2E, 0x2E] { names.append(name) }
    }
    guard errno == 0 else { throw FileError(code: errno, path: path) }
    return names.sorted { $0.lexicographicallyPrecedes($1) }
  }
}
