import Bytes

/// Recognition of JSON objects: one on each line, one after another, or as elements of an array.
struct JSONRecognition {
  private let text: UnsafeRawBufferPointer
  private let isComplete: Bool
  private let file: FileExtension
  private let reader = JSONReader()

  /// The number of decisive lines: the first lines that begin with a brace must be objects, or at
  /// least begin like objects.
  private static let decisiveLines = 5

  init(_ text: UnsafeRawBufferPointer, isComplete: Bool, _ file: FileExtension) {
    (self.text, self.isComplete, self.file) = (text, isComplete, file)
  }

  var format: RecordFormat? {
    if isArrayOfObjects { return .jsonArray }
    if isLinesOfObjects { return .ndjson }
    return isRowOfObjects ? .jsonValues : nil
  }

  /// Whether the text begins with an object of several lines, which another object follows.
  private var isRowOfObjects: Bool {
    guard let start = text.firstIndex(where: { !$0.isJSONBlank }), text[start] == .openBrace,
      let end = try? reader.end(ofValueAt: start, in: text, isComplete: isComplete),
      text.firstIndex(of: .lineFeed, in: start..<end) != nil
    else { return false }
    return text[end...].first { !$0.isJSONBlank } == .openBrace
  }

  /// Whether the text is an array that is empty, begins with an object with a name, or contains
  /// only objects.
  private var isArrayOfObjects: Bool {
    guard let start = text.firstIndex(where: { !$0.isJSONBlank }), text[start] == .openBracket
    else { return false }
    // Only JSON begins like this, so invalid parts further on are treated as text between records.
    if beginsWithObject(after: start) { return true }
    var count = 0
    do throws(JSONError) {
      var next = try reader.firstElement(ofArrayAt: start, in: text, isComplete: isComplete)
      while case .element(let range)? = next {
        guard text[range.lowerBound] == .openBrace else { return false }
        count += 1
        next = try reader.nextElement(after: range.upperBound, in: text, isComplete: isComplete)
      }
      if case .end(let end)? = next { return isBlank(from: end) && (count > 0 || isComplete) }
    } catch { return false }
    return count > 0
  }

  /// Whether the first element begins like an object: with a brace, and then a name or a comment.
  private func beginsWithObject(after bracket: Int) -> Bool {
    let first = text.indices.dropFirst(bracket + 1).first { !text[$0].isJSONBlank }
    let isComment = first.map { text[$0] == .slash || text[$0] == UInt8(ascii: "#") } ?? false
    let object = isComment ? JSONComments.firstContent(in: text, from: bracket + 1) : first
    guard let object, text[object] == .openBrace else { return false }
    // A brace alone does not show that the text is JSON, so a name or a comment must follow it.
    let next = text[(object + 1)...].first { !$0.isJSONBlank }
    return next == .quote || next == .slash
  }

  private func isBlank(from offset: Int) -> Bool {
    text[offset...].allSatisfy(\.isJSONBlank)
  }

  /// Whether at least two lines are objects or begin like objects, and other lines are not in the
  /// majority; in a file named as NDJSON, one object suffices.
  private var isLinesOfObjects: Bool {
    var (objects, broken, others, looks) = (0, 0, 0, 0)
    for line in text.lines(isComplete: isComplete) {
      let line = line.dropFirst(line.byteOrderMarkLength).drop(while: \.isJSONBlank)
      guard let first = line.first else { continue }
      looks += first == .openBrace ? 1 : 0
      if first != .openBrace {
        others += 1
      } else if let record = RecordDecoder.ndjson.record(of: Array(line)[...]) {
        objects += record.isEmpty ? 0 : 1
      } else if line.dropFirst().first(where: { !$0.isJSONBlank }) == .quote {
        broken += 1
      } else if looks <= Self.decisiveLines, file != .ndjson {
        return false
      } else {
        others += 1
      }
    }
    // A single object is a JSON document, unless the file's name says that more objects may follow.
    if file == .ndjson { return objects > 0 }
    return objects > 0 && objects + broken > 1 && objects + broken >= others
  }
}

extension Slice<UnsafeRawBufferPointer> {
  /// The length of a byte order mark, which may be in the middle of concatenated files.
  fileprivate var byteOrderMarkLength: Int {
    UnsafeRawBufferPointer(rebasing: self).byteOrderMarkLength
  }
}

extension UnsafeRawBufferPointer {
  /// The lines, without the last one if it may continue.
  fileprivate func lines(isComplete: Bool) -> [Slice<UnsafeRawBufferPointer>] {
    let lines = split(separator: .lineFeed, omittingEmptySubsequences: false)
    return isComplete ? lines : lines.dropLast()
  }
}
