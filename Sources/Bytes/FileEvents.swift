import Glibc

/// The events in what is read from a descriptor of inotify(7), in order.
///
/// Each is a head, then a name that is filled up with zeros.
package struct FileEvents: Sequence, IteratorProtocol {
  private var rest: ArraySlice<UInt8>

  /// Reads events from bytes; a part of one at the end is ignored.
  package init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  /// The next event: the number of its watch, below zero where events were lost, and the name in the watched
  /// folder, empty where it is about what is watched itself.
  package mutating func next() -> (watch: Int32, name: [UInt8])? {
    let size = MemoryLayout<inotify_event>.size
    guard rest.count >= size else { return nil }
    let head = rest.withUnsafeBytes { $0.loadUnaligned(as: inotify_event.self) }
    let name = rest.dropFirst(size).prefix(Int(head.len))
    rest = rest[name.endIndex...]
    return (head.wd, Array(name.prefix { $0 != 0 }))
  }
}
