import Foundation
import Pictures
import Synchronization

/// The extents of the pictures of posts, from the heads of their files: read with the posts, off the main
/// actor, so that a row is measured without reading anything.
///
/// Only pictures that are there are remembered: so there are no more than files in the folder,
/// whatever the database names.
nonisolated final class PictureSizes: Sendable {
  /// Bytes in which the extent stands, also behind a long comment.
  private static let head = 65_536

  private let folder: URL
  private let known = Mutex<[String: PictureSize]>([:])

  init(folder: URL) { self.folder = folder }

  /// The extent of a picture whose post was loaded; nil where it has none that can be shown.
  subscript(name: String) -> PictureSize? { known.withLock { $0[name] } }

  /// Reads the extent of a picture if it is not known yet; costs the head of its file, once.
  func read(_ name: String) {
    guard self[name] == nil, Self.isPlainName(name), let size = size(inFile: name) else { return }
    known.withLock { $0[name] = size }
  }

  private func size(inFile name: String) -> PictureSize? {
    guard let file = try? FileHandle(forReadingFrom: folder.appending(path: name)),
      let head = try? file.read(upToCount: Self.head)
    else { return nil }
    return try? Picture.dimensions(of: Array(head))
  }

  /// A name in the database is data: it must not lead out of the folder.
  private static func isPlainName(_ name: String) -> Bool {
    !name.isEmpty && !name.contains("/") && !name.hasPrefix(".")
  }
}
