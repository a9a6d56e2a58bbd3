/// The processes that serve one viewer.
struct Session: Sendable {
  /// The processes: the program first, then those that serve only it.
  let processes: [ProcessStatus]

  /// The current memory of the processes, including their share of the memory that they share with
  /// other processes.
  func memory() throws(MeasureError) -> Double {
    var sum = 0.0
    for process in processes { sum += try process.proportionalMemory() }
    return sum
  }

  /// The processor time of the processes, in seconds.
  func processorTime() throws(MeasureError) -> Double {
    var sum = 0.0
    for process in processes { sum += try process.processorTime() }
    return sum
  }
}
