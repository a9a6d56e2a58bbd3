import Records
import Testing

/// The faults that are found in a text of records.
@Suite struct `A check of records` {
  @Test(arguments: ["{\"a\":", "\u{FEFF} {\"a\":"])
  func `notes an oversized object, also after a byte order mark`(text: String) {
    let bytes = Array(text.utf8)
    var piece = RecordPiece(range: bytes.indices)
    piece.isContinued = true
    var check = RecordCheck(.ndjson)
    check.note(piece, isStrict: false, of: bytes, at: 10)
    #expect(check.first == RecordFault(problem: "a value that is too large", offset: 10))
  }

  @Test(arguments: [(" ", nil), (",", 12)] as [(String, Int?)])
  func `notes an open quote, except where blanks separate fields`(
    mark: String, offset: Int?
  ) throws {
    let dialect = CSVDialect(delimiter: try #require(mark.utf8.first))
    let reading = RecordDecoder.csv(CSVReader(dialect), .numbered)
    let row = Array("a\(mark)\"b".utf8)
    let piece = RecordPiece(range: row.indices)
    var (check, line) = (RecordCheck(reading), [UInt8]())
    check.note(piece, isStrict: false, of: row, at: 10)
    #expect(check.first?.offset == offset)
    let writer = RecordLine(reading: reading, columns: nil, isJSON: true)
    let isValid = writer.append(piece, of: row, to: &line)
    #expect(isValid == (offset == nil))
    #expect(reading.isStrict(piece, in: row) == (offset == nil))
  }
}
