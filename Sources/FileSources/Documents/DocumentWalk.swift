import Bytes
import ByteStores
import Records

/// The position of a walk over a document: before the first row, between two rows, or after the
/// last row.
struct DocumentPlace: Sendable {
  /// The offset of the next byte to examine.
  var offset: Int
  /// The innermost open object or array.
  var parent: DocumentNode?
  /// The index of the next value in that object or array.
  var index = 0
}

/// A walk over the values of a JSON document, row by row, in the order of the file.
///
/// It accepts any text: it counts brackets, ends an unterminated string at the line end, and treats
/// anything else as a value. Cost of a row: reads the bytes of the row, including those of a folded
/// value.
struct DocumentWalk {
  private let file: FileStore
  private let size: Int
  private let folds: DocumentFolds
  private let isCachedOnly: Bool
  private(set) var place: DocumentPlace
  private var window: [UInt8] = []
  private var windowStart = 0
  /// Whether the walk has reached the end of the file.
  private(set) var isAtEnd = false

  private static let windowSize = 64 << 10
  /// The maximum number of bytes of a string that are held.
  private static let mostOfText = 4 << 10
  /// The maximum number of bytes of an object or array that are held, which is more than a line
  /// shows.
  private static let mostOfSummary = 512
  /// The maximum number of bytes of a name that are held.
  private static let mostOfName = 1 << 10

  init(
    _ file: FileStore, size: Int, from place: DocumentPlace, _ folds: DocumentFolds,
    isCachedOnly: Bool = false
  ) {
    (self.file, self.size, self.place) = (file, size, place)
    (self.folds, self.isCachedOnly) = (folds, isCachedOnly)
  }

  /// Moves to the next row; returns nil at the end.
  mutating func next() throws(FileError) -> DocumentRow? {
    while let byte = try byte(at: place.offset) {
      switch byte {
      case .comma, .colon: place.offset += 1
      case .closeBrace, .closeBracket: leave()
      case _ where byte.isJSONBlank: place.offset += 1
      default: return try row(byte)
      }
    }
    return nil
  }

  private mutating func leave() {
    if let parent = place.parent { (place.parent, place.index) = (parent.parent, parent.index + 1) }
    place.offset += 1
  }

  // MARK: A row

  private mutating func row(_ first: UInt8) throws(FileError) -> DocumentRow? {
    let start = place.offset
    var name = String(place.index)
    if let parent = place.parent, !parent.isArray, first == .quote, let found = try readName() {
      name = found
    }
    let valueStart = place.offset
    guard let byte = try byte(at: valueStart) else { return nil }
    if byte == .openBrace || byte == .openBracket {
      return try container(name, from: start, isArray: byte == .openBracket)
    }
    let end = byte == .quote ? try endOfText(valueStart) : try endOfWord(valueStart)
    let held = try bytes(valueStart..<min(end, valueStart + Self.mostOfText))
    let value = Self.value(held, isCut: end - valueStart > Self.mostOfText)
    place.offset = end
    place.index += 1
    return DocumentRow(
      id: id(start), name: name, parent: place.parent, value: value, valueOffset: valueStart,
      isFolded: false, isFoldable: false, isCut: end - valueStart > Self.mostOfText)
  }

  private mutating func container(
    _ name: String, from start: Int, isArray: Bool
  ) throws(FileError) -> DocumentRow {
    let valueStart = place.offset
    let parent = place.parent
    let node = DocumentNode(name, in: parent, isArray: isArray, index: place.index, at: start)
    let inner = try offsetOfContent(from: valueStart + 1)
    let closer = try byte(at: inner)
    let isFoldable = closer != .closeBrace && closer != .closeBracket && closer != nil
    let isFolded = isFoldable && folds.isFolded(at: start, depth: node.depth)
    let held = try bytes(valueStart..<min(size, valueStart + Self.mostOfSummary))
    if isFolded {
      place.offset = try endOfBrackets(valueStart)
      place.index += 1
    } else if isFoldable {
      place = DocumentPlace(offset: inner, parent: node)
    } else {
      place.offset = min(inner + 1, size)
      place.index += 1
    }
    return DocumentRow(
      id: id(start), name: name, parent: parent, value: Self.container(held, isArray),
      valueOffset: valueStart, isFolded: isFolded, isFoldable: isFoldable, isCut: false)
  }

  private func id(_ offset: Int) -> FileOffset { FileOffset(bytes: offset, edition: file.edition) }

  /// Reads a string that is the name of a member; returns nil if no colon follows the string,
  /// because the string is then a value.
  private mutating func readName() throws(FileError) -> String? {
    let end = try endOfText(place.offset)
    let colon = try offsetOfContent(from: end)
    guard try byte(at: colon) == .colon else { return nil }
    let raw = try bytes(place.offset..<min(end, place.offset + Self.mostOfName))
    let isCut = end - place.offset > Self.mostOfName
    place.offset = try offsetOfContent(from: colon + 1)
    return Self.value(raw, isCut: isCut)?.text ?? ""
  }

  // MARK: Values

  /// A scalar value, possibly only its beginning.
  private static func value(_ bytes: [UInt8], isCut: Bool) -> Value? {
    var bytes = bytes
    if isCut {
      // The part must not end within an escape sequence or a UTF-8 character.
      if let slash = bytes.suffix(12).lastIndex(of: .backslash) { bytes.removeSubrange(slash...) }
      while let last = bytes.last, last >= 0x80 { bytes.removeLast() }
      if bytes.first == .quote { bytes.append(.quote) }
    }
    return JSONReader.elements(ofPart: [.openBracket] + bytes + [.closeBracket])?.first
  }

  /// The beginning of an object or array.
  private static func container(_ bytes: [UInt8], _ isArray: Bool) -> Value? {
    JSONReader.elements(ofPart: [.openBracket] + bytes, limit: 1)?.first
  }

  // MARK: Bytes

  private mutating func byte(at offset: Int) throws(FileError) -> UInt8? {
    let index = offset - windowStart
    if index >= 0, index < window.count { return window[index] }
    guard offset < size else {
      isAtEnd = true
      return nil
    }
    window = try file.whole(
      offset..<min(size, offset + Self.windowSize), cachedOnly: isCachedOnly)
    windowStart = offset
    return window.first
  }

  private mutating func bytes(_ range: Range<Int>) throws(FileError) -> [UInt8] {
    let end = windowStart + window.count
    if range.lowerBound >= windowStart, range.upperBound <= end {
      return Array(window[range.lowerBound - windowStart..<range.upperBound - windowStart])
    }
    return try file.whole(range, cachedOnly: isCachedOnly)
  }

  /// The offset of the first byte that is not white space, at or after a given offset.
  mutating func offsetOfContent(from start: Int) throws(FileError) -> Int {
    var offset = start
    while let byte = try byte(at: offset), byte.isJSONBlank { offset += 1 }
    return offset
  }

  /// The offset after a string: after its closing quote, or at the end of its line.
  private mutating func endOfText(_ start: Int) throws(FileError) -> Int {
    var offset = start + 1
    while let byte = try byte(at: offset) {
      if byte == .quote { return offset + 1 }
      if byte == .lineFeed { return offset }
      offset += byte == .backslash ? 2 : 1
    }
    return size
  }

  private mutating func endOfWord(_ start: Int) throws(FileError) -> Int {
    var offset = start + 1
    while let byte = try byte(at: offset), !byte.isJSONBlank, byte != .comma,
      byte != .closeBrace, byte != .closeBracket
    { offset += 1 }
    return min(offset, size)
  }

  /// The offset after the value at an offset.
  mutating func endOfValue(_ start: Int) throws(FileError) -> Int {
    switch try byte(at: start) {
    case .openBrace, .openBracket: try endOfBrackets(start)
    case .quote: min(try endOfText(start), size)
    default: try endOfWord(start)
    }
  }

  /// The offset after the object or array at an offset.
  private mutating func endOfBrackets(_ start: Int) throws(FileError) -> Int {
    var (offset, depth, isInText) = (start, 0, false)
    while try byte(at: offset) != nil {
      let end = window.withUnsafeBufferPointer { window -> Int? in
        var index = offset - windowStart
        while index < window.count {
          switch window[index] {
          case .quote: isInText.toggle()
          case .lineFeed: isInText = false
          case .backslash where isInText: index += 1
          case .openBrace where !isInText, .openBracket where !isInText: depth += 1
          case .closeBrace where !isInText, .closeBracket where !isInText:
            depth -= 1
            if depth == 0 { return windowStart + index + 1 }
          default: break
          }
          index += 1
        }
        offset = windowStart + index
        return nil
      }
      if let end { return end }
    }
    return size
  }
}
