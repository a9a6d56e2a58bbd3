import Bytes
import Glibc

/// A file to which the reader saves something, created completely or not at all.
///
/// It is written without a name if the file system supports this (`O_TMPFILE`, open(2)), so that a
/// crash in the meantime leaves nothing behind. Otherwise it is written under a temporary name next
/// to the target. It takes the mode and owner of a file that it replaces. Like cp(1), it does not
/// call fsync(2).
package final class SavedFile {
  /// The path as it was typed.
  private let path: String
  /// The path that is written: the typed one or, if that is a symbolic link, the path it leads to.
  private let target: String
  /// The status of the file that is replaced; nil if there is none.
  private let replaced: stat?
  private let descriptor: Int32
  /// The temporary name; nil if the file has none.
  private var temporary: String?
  /// The number of bytes written.
  package private(set) var size = 0

  /// Creates a file for writing.
  ///
  /// - Parameters:
  ///   - path: the path; symbolic links are followed.
  ///   - replaces: whether an existing file is replaced.
  ///   - isRead: returns whether a path leads to a file that is being read and must not be
  ///     replaced.
  /// - Throws: an error if the file cannot or must not be written.
  package init(
    at path: String, replacing replaces: Bool, whereRead isRead: (String) -> Bool
  ) throws(SaveError) {
    self.path = path
    target = try Self.target(of: path)
    replaced = try Self.replaced(at: target, path, replaces, isRead)
    // Exceeding the shell's limit on file sizes must be an error, and not a signal that terminates
    // the program.
    signal(SIGXFSZ, SIG_IGN)
    (descriptor, temporary) = try Self.open(besides: target, path)
  }

  deinit {
    if let temporary { unlink(temporary) }
    close(descriptor)
  }

  // MARK: Target

  /// The path to which a path leads if it is a symbolic link, possibly to another one; the last
  /// link may lead to a missing file.
  private static func target(of path: String) throws(SaveError) -> String {
    var target = path
    for _ in 0..<40 {
      var memory = [CChar](repeating: 0, count: Int(PATH_MAX))
      let count = readlink(target, &memory, memory.count)
      guard count > 0 else { return target }
      let link = String(
        decoding: memory.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
      target = link.hasPrefix("/") ? link : folder(of: target) + link
    }
    throw .failed(path, ELOOP)
  }

  /// The folder of a path, with a trailing slash; empty for the current folder.
  private static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
  }

  private static func replaced(
    at target: String, _ path: String, _ replaces: Bool, _ isRead: (String) -> Bool
  ) throws(SaveError) -> stat? {
    var state = stat()
    guard lstat(target, &state) == 0 else {
      guard errno == ENOENT, !target.hasSuffix("/") else { throw .failed(path, errno) }
      return nil
    }
    guard state.st_mode & S_IFMT == S_IFREG else {
      throw .notRegular(path, isFolder: state.st_mode & S_IFMT == S_IFDIR)
    }
    if isRead(target) { throw .isRead(path) }
    guard replaces else { throw .exists(path) }
    return state
  }

  /// Whether two paths refer to the same file (stat(2)).
  package static func isSameFile(_ path: String, _ other: [UInt8]) -> Bool {
    var (first, second) = (stat(), stat())
    let found = (other + [0]).withUnsafeBytes { bytes in
      bytes.assumingMemoryBound(to: CChar.self).baseAddress.map { stat($0, &second) } ?? -1
    }
    return found == 0 && stat(path, &first) == 0
      && (first.st_dev, first.st_ino) == (second.st_dev, second.st_ino)
  }

  /// O_TMPFILE of open(2) on x86 and ARM, a macro that Swift cannot import.
  private static let withoutName: Int32 = 0o20_000_000 | O_DIRECTORY

  private static func open(
    besides target: String, _ path: String
  ) throws(SaveError) -> (Int32, temporary: String?) {
    let folder = folder(of: target)
    let unnamed = Glibc.open(
      folder.isEmpty ? "." : folder, withoutName | O_WRONLY | O_CLOEXEC, 0o666)
    if unnamed >= 0 { return (unnamed, nil) }
    // Some file systems, and old kernels, do not support O_TMPFILE.
    guard [EOPNOTSUPP, EISDIR, ENOENT, EINVAL].contains(errno) else { throw .failed(path, errno) }
    for number in 0..<100 {
      let name = temporaryName(beside: target, number)
      let named = Glibc.open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
      if named >= 0 { return (named, name) }
      guard errno == EEXIST else { break }
    }
    throw .failed(path, errno)
  }

  private static func temporaryName(beside target: String, _ number: Int) -> String {
    folder(of: target) + ".endless-\(getpid())-\(number)"
  }

  // MARK: Writing

  /// Appends bytes.
  ///
  /// - Throws: an error if write(2) fails, for example because the disk is full.
  package func write(_ bytes: UnsafeRawBufferPointer) throws(SaveError) {
    var rest = bytes
    while !rest.isEmpty {
      let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
      guard count >= 0 || errno == EINTR else { throw .failed(path, errno) }
      rest = UnsafeRawBufferPointer(rebasing: rest[max(count, 0)...])
    }
    size += bytes.count
  }

  /// Gives the file its name, and replaces the old file if there is one.
  ///
  /// - Throws: an error if a system call fails, or if the file cannot keep the mode and owner of
  ///   the replaced file.
  package func commit() throws(SaveError) {
    if let replaced { try takeOver(replaced) }
    if temporary == nil, replaced == nil {
      guard link(to: target) else { throw errno == EEXIST ? .exists(path) : .failed(path, errno) }
      return
    }
    try giveName()
    guard let temporary else { return }
    if replaced == nil {
      // A file that was created in the meantime is not replaced.
      guard Glibc.link(temporary, target) == 0 else {
        throw errno == EEXIST ? .exists(path) : .failed(path, errno)
      }
      return
    }
    guard rename(temporary, target) == 0 else { throw .failed(path, errno) }
    self.temporary = nil
  }

  private func takeOver(_ old: stat) throws(SaveError) {
    var new = stat()
    guard fstat(descriptor, &new) == 0 else { throw .failed(path, errno) }
    if (new.st_uid, new.st_gid) != (old.st_uid, old.st_gid),
      fchown(descriptor, old.st_uid, old.st_gid) != 0
    {
      throw .foreign(path)
    }
    guard fchmod(descriptor, old.st_mode & 0o7777) == 0 else { throw .failed(path, errno) }
  }

  private func giveName() throws(SaveError) {
    guard temporary == nil else { return }
    for number in 0..<100 {
      let name = Self.temporaryName(beside: target, number)
      if link(to: name) { return temporary = name }
      guard errno == EEXIST else { break }
    }
    throw .failed(path, errno)
  }

  /// Links a file without a name, as described in open(2).
  private func link(to name: String) -> Bool {
    linkat(AT_FDCWD, "/proc/self/fd/\(descriptor)", AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0
  }
}

/// The reason why a file was not saved, in one line.
package enum SaveError: Error, Equatable, CustomStringConvertible {
  /// The file exists and was not to be replaced.
  case exists(String)
  /// The path leads to a folder, a device or another special file.
  case notRegular(String, isFolder: Bool)
  /// The file is being read.
  case isRead(String)
  /// The file to be replaced belongs to another user or group, and the new file could not belong to
  /// them.
  case foreign(String)
  /// A system call failed with this error number (errno(3)).
  case failed(String, Int32)

  package var description: String {
    switch self {
    case .exists(let path): "\(path) exists: use :w! to replace it"
    case .notRegular(let path, true): "\(path) is a directory: name a file in it"
    case .notRegular(let path, false): "\(path) is not a regular file: name another one"
    case .isRead(let path): "\(path) is the file that is being read: name another one"
    case .foreign(let path): "\(path) belongs to another user or group: name another file"
    case .failed(let path, let code): "cannot write \(path): \(String(cString: strerror(code)))"
    }
  }
}
