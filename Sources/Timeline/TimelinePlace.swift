import Foundation

/// The location of a timeline, and the operations that are possible there.
struct TimelinePlace: Hashable, Sendable {
  let directory: String
  let file: String

  /// Creates the location for a folder, whose path is made absolute, because SQLite would take a
  /// path that begins with `file:` for a URI.
  init(directory: String) {
    let url = URL(fileURLWithPath: directory, isDirectory: true).absoluteURL
    self.directory = url.path
    file = url.appendingPathComponent("timeline.sqlite").path
  }

  /// The file itself: if the path is a symbolic link, the link's target, next to which SQLite keeps
  /// the log.
  var target: String {
    let isLink = (try? FileManager.default.destinationOfSymbolicLink(atPath: file)) != nil
    return isLink ? URL(fileURLWithPath: file).resolvingSymlinksInPath().path : file
  }

  /// Whether the file exists; an empty file counts as missing.
  var hasFile: Bool { size(of: target) > 0 }

  /// Whether the path is something other than a regular file, such as a pipe, which would block
  /// when opened.
  var isOccupied: Bool {
    let type = (try? FileManager.default.attributesOfItem(atPath: target))?[.type]
    return type.map { $0 as? FileAttributeType != .typeRegular } ?? false
  }

  /// Whether a log with changes exists next to the file.
  var hasLog: Bool { size(of: target + "-wal") > 0 }

  /// The URI for opening the file if nothing can be written next to it, not even a lock file:
  /// <https://www.sqlite.org/uri.html>, `immutable`.
  var immutableURI: String {
    URL(fileURLWithPath: file).absoluteString + "?immutable=1"
  }

  /// Creates the folder if necessary, and determines how a timeline can be kept in it.
  func prepare() -> TimelineKeeping {
    let files = FileManager.default
    // A failure shows in the checks below.
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

/// The way in which likes and new posts are kept.
public enum TimelineKeeping: Hashable, Sendable {
  /// Likes and new posts are kept in the database file.
  case inFile
  /// The database file can only be read: likes are refused, and no new posts appear.
  case readOnly
  /// The database file does not exist and cannot be created: the posts are in memory until the
  /// program exits, and likes are refused.
  case inMemory
  /// The posts are read-only or in memory; changes last until the program exits.
  case inSession
}
