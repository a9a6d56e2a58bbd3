public import ByteStores
import Bytes

/// An array in a JSON document, found without holding it in memory.
public struct DocumentList: Equatable, Sendable {
  /// The offset of the first element in the file, in bytes; that of the closing bracket if the
  /// array is empty.
  public let start: Int
  /// The offset after the closing bracket, in bytes; the end of the file if the bracket is missing,
  /// and `start` if the array is empty.
  public let end: Int

  /// Finds the array at a byte offset in a file; nil if the byte there is not an opening bracket.
  ///
  /// Cost: reads the bytes of the array on the calling thread.
  ///
  /// - Throws: an error if a system call fails.
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

  /// Finds the array at a path, in which each name is that of a member or the index of an element,
  /// from 0; nil if the path does not lead to an array.
  ///
  /// If several members have the same name, the first one is used. Cost: reads the bytes before the
  /// array, all bytes of each value along the path, and those of the array once more.
  ///
  /// - Throws: an error if a system call fails, or `.cancelled` if the task is cancelled.
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
  /// Moves to a child of a node; nil if the node has no child with this name.
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
