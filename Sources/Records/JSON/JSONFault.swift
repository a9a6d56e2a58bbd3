/// A problem and its place, before the line of it is counted.
struct JSONFault: Error {
  let problem: JSONProblem
  let offset: Int
}
