/// A record, or a piece of a long one, before it is made a line.
struct RecordPart: Equatable {
  let range: Range<Int>
  /// What stands at its beginning.
  let kind: RecordBorder.Kind
  /// Whether the record goes on in the next part.
  let isContinued: Bool
  /// Whether more of it may come when the file grows: it ends without a line end, or in quotes.
  var isOpen = false
  /// Where an element of an array ends, before what separates it from the next; nil of other records.
  var contentEnd: Int?
}
