/// A movement for which a reader presses a key.
enum Move: String, Sendable {
  case row = "one row"
  case page = "one page"
  case start = "to the start"
  case middle = "to the middle"
  case end = "to the end"
}
