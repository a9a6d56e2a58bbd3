import Glibc

/// The error of a file that cannot be read or counted.
public enum FileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Nothing exists at the path.
  case missing(path: String)
  /// The file, or a directory above it, cannot be read because of its permissions.
  case forbidden(path: String)
  /// The file is not a regular file.
  case unpageable(path: String, kind: FileKind)
  /// A system call failed with this error number (errno(3)).
  case failed(path: String, code: Int32)
  /// The file was truncated or changed while it was being read.
  case cutShort(path: String)
  /// The requested place belongs to an earlier file at the path, or to the file before it was
  /// truncated or rewritten.
  case replaced(path: String)
  /// The requested place is among the oldest lines of a stream, which were dropped.
  case dropped(path: String)
  /// A line was requested by its number, which requires counting: see `LineCounter`.
  case uncounted(path: String)
  /// The system does not report the file's length, and the file does not end within 64 MiB.
  case unsized(path: String)
  /// No temporary file can be created in a folder; the code is that of errno(3).
  case noTemporaryFile(folder: String, code: Int32)
  /// A stream cannot be stored, because the disk for temporary files is full or a limit is reached.
  case spoolFull
  /// A temporary file cannot be written; the code is that of errno(3).
  case spoolFailed(code: Int32)
  /// A compressed file ends before its contents are complete.
  case incomplete(path: String)
  /// A compressed file is damaged before this offset, in bytes of the compressed file.
  case damaged(path: String, offset: Int)
  /// The program that unpacks or decodes a file is not installed.
  case unpackable(path: String, program: String)
  /// A compressed file has an encoding that only another program can decode.
  case undecodable(path: String, encoding: String)
  /// The command does not exist.
  case noCommand(String)
  /// A command has exited with a status other than 0; the string is the last line of its standard
  /// error.
  case commandFailed(command: String, status: Int, said: String)
  /// The service has stopped sending before the end, for this reason; a retry may succeed if the
  /// failure is temporary.
  case interrupted(said: String, isTemporary: Bool)
  /// The task was cancelled.
  case cancelled

  /// The error and, in some cases, a remedy, on one line.
  public var description: String {
    let text =
      switch self {
      case .missing(let path): "\(path): No such file or directory"
      case .forbidden(let path): "cannot read \(path): Permission denied"
      case .unpageable(let path, .directory): "\(path) is a directory: name a file in it"
      case .unpageable(let path, .pipe):
        "\(path) is a pipe: save it to a file first, and open that"
      case .unpageable(let path, .socket): "\(path) is a socket: only files can be opened"
      case .unpageable(let path, _): "\(path) is a device: only files can be opened"
      case .failed(let path, let code): "cannot read \(path): \(String(cString: strerror(code)))"
      case .cutShort(let path): "\(path) was truncated while being read: open it again"
      case .replaced(let path): "\(path) was replaced or truncated: open it again"
      case .dropped: "these lines were dropped: press g to go to the first remaining line"
      case .uncounted(let path):
        "cannot go to a line number in \(path): its lines are not counted; use N%"
      case .unsized(let path): "\(path) never ends: only finite files can be opened"
      case .noTemporaryFile(let folder, let code):
        "cannot create a temporary file in \(folder): \(String(cString: strerror(code))); set TMPDIR to another folder"
      case .spoolFull:
        "no space left for temporary files: set TMPDIR to a folder on a larger disk"
      case .spoolFailed(let code):
        "cannot write a temporary file: \(String(cString: strerror(code))); set TMPDIR to another folder"
      case .incomplete(let path):
        "\(path) is incomplete: the rest of the compressed data is missing"
      case .damaged(let path, let offset):
        "\(path) is damaged before byte \(offset): only part of it could be unpacked"
      case .unpackable(let path, let program):
        "cannot read \(path): install \(program)"
      case .undecodable(let path, let encoding):
        "\(path) is compressed: unpack it, and pipe it into endless --encoding \(encoding)"
      case .noCommand(let name): "\(name): command not found"
      case .commandFailed(_, let status, let said):
        "exited with status \(status)\(said.isEmpty ? "" : ": \(said)")"
      case .interrupted(let said, _): said
      case .cancelled: "cancelled"
      }
    return text.split(whereSeparator: \.isNewline).joined(separator: " ")
  }

  /// Whether a retry may succeed, for example after a temporary lack of resources.
  public var isRetryable: Bool {
    switch self {
    case .failed(_, let code): [EAGAIN, EMFILE, ENFILE, ENOMEM, ESTALE, ETIMEDOUT].contains(code)
    case .interrupted(_, let isTemporary): isTemporary
    case .cancelled: true
    case .missing, .forbidden, .unpageable, .cutShort, .replaced, .dropped, .uncounted, .unsized,
      .noTemporaryFile, .spoolFull, .spoolFailed,
      .incomplete, .damaged, .unpackable, .undecodable, .noCommand, .commandFailed:
      false
    }
  }

  /// Converts the errno(3) of a failed system call to an error.
  package init(code: Int32, path: String) {
    self =
      switch code {
      case ENOENT, ENOTDIR: .missing(path: path)
      case EACCES, EPERM: .forbidden(path: path)
      default: .failed(path: path, code: code)
      }
  }
}
