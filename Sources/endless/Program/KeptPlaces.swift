import Foundation

/// The places of feeds, kept from one run to the next in one small file: a line a feed, the last
/// used last.
struct KeptPlaces {
  /// Feeds that are remembered; the longest unused goes first.
  static let limit = 200
  /// A file that is larger than this is none of ours.
  private static let largest = 1 << 16

  private let file: URL

  init(folder: URL) { file = folder.appending(path: "places") }

  /// Where a feed was left, or nil; what cannot be read is as good as nothing.
  subscript(feed: String) -> KeptPlace? {
    lines.last { $0.feed == name(feed) }?.place
  }

  /// Keeps where a feed is left, or forgets it.
  ///
  /// - Throws: what the system says where the file cannot be written.
  func keep(_ place: KeptPlace?, of feed: String) throws {
    let held = lines
    var kept = held.filter { $0.feed != name(feed) }
    if let place { kept.append((name(feed), place)) }
    guard !held.isEmpty || !kept.isEmpty else { return }
    let text = kept.suffix(Self.limit).map {
      ([$0.feed, $0.place.cursor] + [$0.place.item].compactMap { $0 }).joined(separator: " ") + "\n"
    }
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
    try replace(by: Data(text.joined().utf8))
  }

  /// Puts a whole new file in the place of the old one, so that nobody reads half of it.
  private func replace(by data: Data) throws {
    let new = file.path + ".\(getpid())"
    let descriptor = open(new, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    try handle.write(contentsOf: data)
    guard rename(new, file.path) == 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
  }

  private var lines: [(feed: String, place: KeptPlace)] {
    guard let handle = try? FileHandle(forReadingFrom: file),
      let data = try? handle.read(upToCount: Self.largest + 1), data.count <= Self.largest
    else { return [] }
    return String(decoding: data, as: UTF8.self).split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ", maxSplits: 3).map(String.init)
      guard words.count == 2 || words.count == 3 else { return nil }
      return (words[0], KeptPlace(cursor: words[1], item: words.count == 3 ? words[2] : nil))
    }
  }

  /// A feed's name as one word.
  private func name(_ feed: String) -> String {
    feed.replacing("%", with: "%25").replacing(" ", with: "%20").replacing("\n", with: "%0A")
  }
}
