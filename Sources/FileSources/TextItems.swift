public import Records

/// What the items of a text are.
public enum TextItems: Equatable, Sendable {
  /// Lines, of which one of more than 16 KiB may come in pieces.
  case lines
  /// Lines that are records: one of up to 64 KiB is never cut.
  ///
  /// Cost: as of other lines, and of one of more than 4 KiB some reads of 256 KiB.
  case records
  /// Records of comma-separated values: what is in quotes may have line ends.
  ///
  /// An item is a record with its line end, and what is between two line feeds where a record ends with a carriage
  /// return alone. A record with line feeds and more than 64 KiB comes as its lines, each of which is a
  /// continuation or is continued. A quote that is not closed within 64 KiB is ordinary text; at the end of the file one
  /// that is not closed yet takes what follows into its record, because a file may grow.
  ///
  /// From the start of the file on, and from any place that was handed out, records are certain. In the middle both
  /// readings of the quotes are followed, as `CSVReader` says; where that proves nothing, the likely one is taken.
  /// Cost: without quotes as of lines; after a jump 20 KiB more, and 100 KiB where no quotes are near.
  case values(CSVDialect)
  /// Elements of an array of JSON, the first of which begins with the file: what is before it is passed over.
  ///
  /// An item is an element with what separates it from the next one: a comma, blanks, the end of the array. What stands
  /// behind that follows as if it were elements, so that no byte is lost; `ElementState` says what each is. An
  /// element of more than 64 KiB comes as its lines.
  ///
  /// From the start of the file on, from its end if that is `]`, and from any place that was handed out, elements are certain.
  /// In the middle they are those of the lowest depth near, which is a guess.
  /// Cost: as of lines; after a jump a read of 80 KiB.
  case elements
}
