import Foundation

/// Where a timeline lives, and what can be done there.
struct TimelinePlace: Hashable, Sendable {
  let directory: String
  let file: String

  /// Paths are made absolute: SQLite takes one that begins with `file:` for a URI.
  init(directory: String) {
    let url = URL(fileURLWithPath: directory, isDirectory: true).absoluteURL
    self.directory = url.path
    file = url.appendingPathComponent("timeline.sqlite").path
  }

  /// Whether there is a file; one of no bytes is as good as none.
  var hasFile: Bool { size(of: file) > 0 }

  /// Whether there is something else than a file, such as a pipe, whose opening would wait for ever.
  var isOccupied: Bool {
    let type = (try? FileManager.default.attributesOfItem(atPath: file))?[.type]
    return type.map { $0 as? FileAttributeType != .typeRegular } ?? false
  }

  /// Whether changes wait beside the file that are not in it.
  var hasLog: Bool { size(of: file + "-wal") > 0 }

  /// The file as SQLite opens it where nothing can be written beside it, not even a lock:
  /// <https://www.sqlite.org/uri.html>, `immutable`.
  var immutableURI: String {
    URL(fileURLWithPath: file).absoluteString + "?immutable=1"
  }

  /// Makes the directory if need be, and says how a timeline can be kept in it.
  func prepare() -> TimelineKeeping {
    let files = FileManager.default
    // If it cannot be made, that shows in what follows.
    try? files.createDirectory(atPath: directory, withIntermediateDirectories: true)
    let isWritable =
      files.isWritableFile(atPath: directory)
      && (!files.fileExists(atPath: file) || files.isWritableFile(atPath: file))
    if isWritable { return .inFile }
    return hasFile ? .readOnly : .inMemory
  }

  private func size(of file: String) -> Int {
    let attributes = try? FileManager.default.attributesOfItem(atPath: file)
    return (attributes?[.size] as? NSNumber)?.intValue ?? 0
  }
}

/// What becomes of what the reader does with the timeline.
public enum TimelineKeeping: Hashable, Sendable {
  /// It is kept in the database file.
  case inFile
  /// The database file can only be read.
  case readOnly
  /// There is no database file and none can be made: all is gone when the program ends.
  case inMemory
  /// The posts are only read, or made in memory; what the reader does to them is gone when the
  /// program ends.
  case inSession
}
