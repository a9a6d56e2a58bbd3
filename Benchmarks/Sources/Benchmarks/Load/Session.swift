/// The processes that serve one viewer.
struct Session: Sendable {
  /// The processes: the program first, then those that serve only it.
  let processes: [ProcessStatus]

  /// Their current memory, including their part of what they share with others.
  func memory() throws(MeasureError) -> Double {
    var sum = 0.0
    for process in processes { sum += try process.proportionalMemory() }
    return sum
  }

  /// Their processor time in seconds.
  func processorTime() throws(MeasureError) -> Double {
    var sum = 0.0
    for process in processes { sum += try process.processorTime() }
    return sum
  }
}
