import Glibc

/// The places of feeds, kept from one run to the next in one small file: a line a feed, the last
/// used last.
package struct SavedPositions {
  /// Feeds that are remembered; the longest unused goes first.
  package static let limit = 200
  /// A file that is larger than this is none of ours.
  private static let largest = 1 << 16

  private let folder: BytePath

  package init(folder: BytePath) { self.folder = folder }

  /// Where a feed was left, or nil; what cannot be read is as good as nothing.
  package subscript(feed: String) -> SavedPosition? {
    lines(of: folder.usable).last { $0.feed == name(feed) }?.place
  }

  /// Keeps where a feed is left, or forgets it.
  ///
  /// Of two programs that do so at once one waits a moment for the other.
  ///
  /// - Throws: what the system says where the file cannot be written.
  package func keep(_ place: SavedPosition?, of feed: String) throws {
    guard place != nil || folder.exists else { return }
    folder.makeFolder()
    let folder = folder.usable
    let new = try NewFile(replacing: folder + "/places")
    let held = lines(of: folder)
    var kept = held.filter { $0.feed != name(feed) }
    if let place { kept.append((name(feed), place)) }
    guard !held.isEmpty || !kept.isEmpty else { return new.discard() }
    let text = kept.suffix(Self.limit).map {
      ([$0.feed, $0.place.cursor] + [$0.place.item].compactMap { $0 }).joined(separator: " ") + "\n"
    }
    try new.commit(Array(text.joined().utf8))
  }

  private func lines(of folder: String) -> [(feed: String, place: SavedPosition)] {
    String(decoding: bytes(of: folder + "/places"), as: UTF8.self).split(separator: "\n")
      .compactMap { line in
        let words = line.split(separator: " ", maxSplits: 3).map(String.init)
        guard words.count == 2 || words.count == 3 else { return nil }
        return (words[0], SavedPosition(cursor: words[1], item: words.count == 3 ? words[2] : nil))
      }
  }

  /// What is in the file; nothing where it is something else, which might keep one waiting for ever: a
  /// pipe, a terminal.
  private func bytes(of path: String) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    guard descriptor >= 0 else { return [] }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_size <= Self.largest
    else { return [] }
    var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
    let count = read(descriptor, &bytes, bytes.count)
    return Array(bytes.prefix(max(0, count)))
  }

  /// A feed's name as one word.
  private func name(_ feed: String) -> String {
    feed.unicodeScalars.reduce(into: "") { word, scalar in
      switch scalar {
      case "%": word += "%25"
      case " ": word += "%20"
      case "\n": word += "%0A"
      default: word.unicodeScalars.append(scalar)
      }
    }
  }
}
