/// A field of a line: its bytes with their quotes, and how they say what they say.
struct CSVField {
  let range: Range<Int>
  let notation: Value.Notation
}
