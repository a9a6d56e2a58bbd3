// Only this file of the module calls the C library.
#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension UnsafeRawBufferPointer {
  /// The index of the first occurrence of a byte in a range, or nil; the range may be empty
  /// (memchr(3)).
  package func firstIndex(of byte: UInt8, in range: Range<Int>) -> Int? {
    guard let start = baseAddress, !range.isEmpty,
      let found = memchr(start + range.lowerBound, Int32(byte), range.count)
    else { return nil }
    return start.distance(to: found)
  }
}

#if os(Linux)
  /// The events in bytes read from a descriptor of inotify(7), in order.
  ///
  /// Each event is a header and a name that is padded with zeros.
  package struct FileEvents: Sequence, IteratorProtocol {
    private var rest: ArraySlice<UInt8>

    /// Reads events from bytes; an incomplete header at the end is ignored.
    package init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    /// The next event: the number of its watch and a file name.
    ///
    /// The number is negative if events were lost. The name is that of a file in the watched
    /// folder, and empty if the event is about the watched file or folder itself.
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
