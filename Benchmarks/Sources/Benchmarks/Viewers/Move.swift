/// What a reader asks of a viewer by a key.
enum Move: String, Sendable {
  case row = "one row"
  case page = "one page"
  case start = "to the start"
  case middle = "to the middle"
  case end = "to the end"
}
