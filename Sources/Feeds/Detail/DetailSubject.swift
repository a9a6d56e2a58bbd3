import Bytes
package import FileSources
package import Records

/// The subject of the detail screen: a record, or an item that is not a record.
package struct DetailSubject {
  package let id: AnyHashable
  package let bytes: ArraySlice<UInt8>
  /// The record, as far as it can be parsed.
  package let record: Record?
  /// A note about an error or a missing part.
  package let note: String?
  /// The name of the subject.
  package let name: String
  /// Whether the bytes, or values of the record, are incomplete.
  package let isPart: Bool

  /// The maximum number of bytes of a record that are parsed.
  package static let most = 4 << 20

  /// Creates a subject from a line or item.
  ///
  /// - Parameter reading: parses records; nil if the text has none.
  package init(_ line: TextLine, _ reading: RecordDecoder?) {
    let (bytes, id) = (line.bytes, line.id)
    if line.isContinuation {
      self.init(bytes, at: id, nil, note: Self.tailNote, isPart: true)
    } else if let record = reading?.record(of: line) {
      let isCut = line.isAbridged && line.byteCount > Self.most
      self.init(bytes, at: id, record, note: isCut ? Self.abridgedNote : nil, isPart: isCut)
    } else {
      self.init(part: bytes, at: id, reading, isCut: line.isContinued)
    }
  }

  /// Creates a subject from bytes that may be the beginning of an item.
  ///
  /// - Parameter isCut: whether the item continues after the bytes.
  package init(
    part bytes: ArraySlice<UInt8>, at id: FileOffset, _ reading: RecordDecoder?, isCut: Bool
  ) {
    if !isCut, let record = reading?.record(of: bytes) {
      self.init(bytes, at: id, record, note: nil)
    } else if let reading, reading.isJSON, let part = JSONReader.record(ofPart: bytes) {
      let note = isCut ? Self.cutNote(bytes) : Self.fault(of: bytes)
      self.init(bytes, at: id, part, note: note, isPart: isCut)
    } else {
      self.init(bytes, at: id, nil, note: isCut ? Self.cutNote(bytes) : nil, isPart: isCut)
    }
  }

  /// Creates a subject from bytes in the middle of a line.
  package init(tail bytes: ArraySlice<UInt8>, at id: FileOffset, isCut: Bool) {
    let note = isCut ? "\(Self.tailNote); \(Self.cutNote(bytes))" : Self.tailNote
    self.init(bytes, at: id, nil, note: note, isPart: true)
  }

  private init(
    _ bytes: ArraySlice<UInt8>, at id: FileOffset, _ record: Record?, note: String?,
    isPart: Bool = false
  ) {
    let isWhole = record != nil && note == nil
    let name = isWhole ? "the record" : "the line"
    self.init(bytes, at: id, record, note: note, name: name, isPart: isPart)
  }

  package init(
    _ bytes: ArraySlice<UInt8>, at id: AnyHashable, _ record: Record?, note: String?, name: String,
    isPart: Bool = false
  ) {
    (self.bytes, self.id, self.record) = (bytes, id, record)
    (self.note, self.name, self.isPart) = (note, name, isPart)
  }

  /// Whether the record is valid and complete.
  package var isWhole: Bool { record != nil && note == nil }

  /// Whether the subject has the same content as another.
  ///
  /// Records are compared too, because a subject may have a record but no bytes.
  package func isSame(as other: DetailSubject) -> Bool {
    bytes == other.bytes && note == other.note && record?.jsonLine() == other.record?.jsonLine()
  }

  private static let tailNote = "the beginning of the line is not loaded"

  private static let abridgedNote = "longer than \(ByteCount(most)): its long values are cut"

  private static func cutNote(_ bytes: ArraySlice<UInt8>) -> String {
    "longer than \(ByteCount(bytes.count)): the rest is left out"
  }

  private static func fault(of bytes: ArraySlice<UInt8>) -> String? {
    do throws(JSONError) {
      _ = try RecordDecoder.jsonReader.record(bytes)
      return nil
    } catch {
      return "not valid JSON: \(error.problem) at byte \(error.offset + 1)"
    }
  }
}

/// Subjects from items of any feed.
extension DetailSubject {
  /// Creates a subject from fields.
  package init(_ fields: [JSONField], of id: AnyHashable, called name: String) {
    var bytes: [UInt8] = []
    JSONField.append(fields, to: &bytes)
    self.init(bytes[...], of: id, RecordDecoder.ndjson.record(of: bytes[...]), called: name)
  }

  /// Creates a subject from a parsed record, or from text that is not a record.
  package init(
    _ bytes: ArraySlice<UInt8>, of id: AnyHashable, _ record: Record?, called name: String
  ) {
    self.init(bytes, at: id, record, note: nil, name: name)
  }
}

extension DetailSubject {
  /// Creates a subject from an item of a record list.
  package init(_ item: some RecordItem, called name: String) {
    switch item.content {
    case .record(let record): self.init([], of: item.id, record, called: name)
    case .text(let text): self.init(text, of: item.id, nil, called: name)
    }
  }
}
