public import ByteStores
import Bytes

/// An array in a document of JSON, found without holding any of it.
public struct DocumentList: Equatable, Sendable {
  /// Where its first element begins: bytes of the file before that.
  public let start: Int
  /// Where it ends: behind its bracket, or with the file.
  public let end: Int

  /// The array at an offset of a file, in bytes; nil where no bracket is there.
  ///
  /// Cost: its bytes, which are read on the calling thread.
  ///
  /// - Throws: what the system says.
  public init?(in file: FileStore, at offset: Int) throws(FileError) {
    let size = try file.size()
    guard offset < size, try file.whole(offset..<offset + 1) == [.openBracket] else { return nil }
    var walk = DocumentWalk(
      file, size: size, from: DocumentPlace(offset: offset), DocumentFolds())
    let first = try walk.offsetOfContent(from: offset + 1)
    let next = try file.whole(first..<min(size, first + 1))
    let isEmpty = next == [.closeBracket]
    (start, end) = (first, isEmpty ? first : try walk.endOfValue(offset))
  }

  /// The array that some names lead to, each of a member or, from 0, of an element; nil where there is none.
  ///
  /// Of several members with the same name the first counts. Cost: the bytes before it and its own, those of what
  /// it is in twice.
  ///
  /// - Throws: what the system says, or `.cancelled` where the task is.
  public init?(in file: FileStore, named names: [String]) throws(FileError) {
    let size = try file.size()
    var place = DocumentPlace(offset: file.start)
    var walk = DocumentWalk(file, size: size, from: place, DocumentFolds(level: 0))
    var value = try walk.offsetOfContent(from: file.start)
    for name in names {
      guard value < size else { return nil }
      let isArray = try file.whole(value..<value + 1) == [.openBracket]
      let node = DocumentNode(name, in: nil, isArray: isArray, index: 0, at: value)
      place = DocumentPlace(offset: value + 1, parent: node)
      walk = DocumentWalk(file, size: size, from: place, DocumentFolds(level: 0))
      guard let row = try walk.child(named: name, of: node) else { return nil }
      value = row.valueOffset
    }
    try self.init(in: file, at: value)
  }
}

extension DocumentWalk {
  /// Goes on to a row of what is walked; nil at the end of that.
  fileprivate mutating func child(
    named name: String, of node: DocumentNode
  ) throws(FileError) -> DocumentRow? {
    while let row = try next(), row.parent === node {
      if row.name == name { return row }
      if Task.isCancelled { throw .cancelled }
    }
    return nil
  }
}
