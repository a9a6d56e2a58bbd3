import ByteStores
import Glibc

/// What stands in a folder under a name.
public struct FolderEntry: Identifiable, Hashable, Sendable {
  /// What an entry is.
  public enum Kind: Hashable, Sendable {
    /// A file with bytes at offsets.
    case file
    /// A folder.
    case folder
    /// A symbolic link, with what it says, and whether a folder is there.
    case link(to: String, isFolder: Bool)
    /// A pipe with a name.
    case pipe
    /// A socket.
    case socket
    /// A terminal, a disk and the like.
    case device
    /// Something that went away while the folder was read, or that may not be examined.
    case unknown
  }

  /// Its name, in bytes, which need be no UTF-8.
  public let id: [UInt8]
  /// What it is.
  public let kind: Kind
  /// Its size in bytes; of a link that of what it leads to.
  public let size: Int
  /// When its content was changed last: seconds since 1970-01-01 00:00 UTC.
  public let time: Int

  /// What its owner, its group and others may do with it, as the twelve bits of chmod(2); of a link that of what it
  /// leads to; nil where it cannot be examined.
  public let permissions: Int?
  /// The number of its owner; nil where it cannot be examined.
  public let owner: Int?
  /// The number of its group; nil where it cannot be examined.
  public let group: Int?

  /// Its name, with U+FFFD for what is no UTF-8.
  public var name: String { String(decoding: id, as: UTF8.self) }

  /// Examines an entry; costs one or two system calls (fstatat(2), readlinkat(2)).
  init(_ name: [UInt8], in folder: Int32) {
    let path = name.map { CChar(bitPattern: $0) } + [0]
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
