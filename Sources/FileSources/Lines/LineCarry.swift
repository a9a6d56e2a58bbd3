import ByteStores

/// What each line hands on to the next one: a number that its bytes change, as the colours of a text that no
/// line end takes back.
///
/// It is 0 at the start of a file. A page that begins elsewhere looks back a bounded way, so that what was
/// handed on from further up is not known there.
public struct LineCarry: Sendable {
  /// Bytes before a page that are looked at: a hundred lines of a log, and a read that is not felt.
  static let reach = 16 << 10

  /// What is handed on behind some bytes, from what was before them.
  let next: @Sendable (UInt64, ArraySlice<UInt8>) -> UInt64

  /// Creates it from a function, which is called on any thread, for each line and piece of a page.
  public init(_ next: @escaping @Sendable (UInt64, ArraySlice<UInt8>) -> UInt64) {
    self.next = next
  }
}

extension EditionLines {
  /// Notes in lines what each was handed; between those that do not follow each other it looks back again.
  ///
  /// - Throws: what the system says of the bytes before the first.
  func apply(_ carry: LineCarry, to lines: inout [TextLine]) throws(FileError) {
    var (value, next): (UInt64, FileOffset?) = (0, nil)
    for index in lines.indices {
      let line = lines[index]
      if line.id != next { value = try bytes(before: line.id).map { carry.next(0, $0[...]) } ?? 0 }
      if value != 0 { lines[index].carriedStyle = value }
      value = carry.next(value, line.raw)
      next = FileOffset(bytes: line.id.bytes + line.raw.count, edition: line.id.edition)
    }
  }

  /// The last bytes before a place; nil at the start of its file.
  private func bytes(before place: FileOffset) throws(FileError) -> [UInt8]? {
    guard let reader = readers.first(where: { $0.file.edition == place.edition }),
      place.bytes > reader.file.start
    else { return nil }
    let start = max(reader.file.start, place.bytes - LineCarry.reach)
    return try reader.file.whole(start..<place.bytes, cachedOnly: reader.isCachedOnly)
  }
}
