import Foundation

/// The names in what is read from a watched folder's descriptor: a head, then a name that is filled
/// up with zeros, and again (inotify(7)).
struct FileEvents: Sequence, IteratorProtocol {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  /// The next event's name; empty where it is about the folder, or all of them.
  mutating func next() -> String? {
    let size = MemoryLayout<inotify_event>.size
    guard rest.count >= size else { return nil }
    let head = rest.withUnsafeBytes { $0.loadUnaligned(as: inotify_event.self) }
    let name = rest.dropFirst(size).prefix(Int(head.len))
    rest = rest[name.endIndex...]
    return String(decoding: name.prefix { $0 != 0 }, as: UTF8.self)
  }
}
