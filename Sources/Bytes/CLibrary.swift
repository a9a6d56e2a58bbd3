// The one file of this module that calls the C library.
#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension UnsafeRawBufferPointer {
  /// The index of a byte's first place within a range, or nil; the range may be empty (memchr(3)).
  package func firstIndex(of byte: UInt8, in range: Range<Int>) -> Int? {
    guard let start = baseAddress, !range.isEmpty,
      let found = memchr(start + range.lowerBound, Int32(byte), range.count)
    else { return nil }
    return start.distance(to: found)
  }
}

#if os(Linux)
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
#endif
