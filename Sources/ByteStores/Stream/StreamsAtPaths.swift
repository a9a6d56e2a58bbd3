import Bytes
import CEndless
import Glibc

extension StreamStore {
  /// Reads a file without random access: a named pipe, a device such as `/dev/null`, or an open
  /// descriptor, given by its name in `/dev/fd` or `/proc/self/fd`; nil for a regular file.
  ///
  /// The reading thread waits for the writer of a pipe. The result is also nil for a directory.
  ///
  /// - Throws: an error for a terminal, a disk or a socket at a path, if a system call fails, or if
  ///   no temporary file can be created.
  public convenience init?(
    path: [UInt8], kind: FileKind, decoding: TextDecoding = .none
  ) throws(FileError) {
    let name = String(decoding: path, as: UTF8.self)
    guard kind != .plain, kind != .directory else { return nil }
    if let descriptor = try OpenDescriptor.copy(named: path) {
      try self.init(taking: descriptor, name: name, decoding: decoding)
    } else if kind == .pipe {
      try self.init(name: name, decoding: decoding) { () throws(FileError) in
        try DescriptorProducer.open(pipe: path, name: name)
      }
    } else {
      try self.init(taking: OpenDescriptor.device(path, kind), name: name, decoding: decoding)
    }
  }
}

/// Functions that open pipes, sockets and devices.
private enum OpenDescriptor {
  /// A copy of a descriptor whose number is in the path, as in the paths that shells use for
  /// `<(command)`; nil for any other path.
  ///
  /// The path itself is not opened, because a socket cannot be opened by its path.
  static func copy(named path: [UInt8]) throws(FileError) -> Int32? {
    let name = String(decoding: path, as: UTF8.self)
    guard let number = number(of: name) else { return nil }
    let copy = fcntl(number, F_DUPFD_CLOEXEC, 3)
    guard copy >= 0 else { throw FileError(code: errno, path: name) }
    guard isatty(copy) == 0 else {
      close(copy)
      throw .unpageable(path: name, kind: .device)
    }
    return copy
  }

  private static func number(of name: String) -> Int32? {
    if name == "/dev/stdin" { return 0 }
    for folder in ["/dev/fd/", "/proc/self/fd/"] where name.hasPrefix(folder) {
      return Int32(name.dropFirst(folder.count))
    }
    return nil
  }

  /// Opens a device whose bytes are read sequentially, and which is neither a terminal nor a disk.
  static func device(_ path: [UInt8], _ kind: FileKind) throws(FileError) -> Int32 {
    let name = String(decoding: path, as: UTF8.self)
    guard kind == .device else { throw .unpageable(path: name, kind: kind) }
    let words = path.cString
    let opened = open(words, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
    guard opened >= 0 else { throw FileError(code: errno, path: name) }
    var state = stat()
    guard fstat(opened, &state) == 0, state.st_mode & S_IFMT == S_IFCHR, isatty(opened) == 0 else {
      close(opened)
      throw .unpageable(path: name, kind: .device)
    }
    return opened
  }
}
