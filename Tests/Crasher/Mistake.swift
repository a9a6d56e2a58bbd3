/// An error that nobody catches.
struct Mistake: Error {
  let text: String
}
