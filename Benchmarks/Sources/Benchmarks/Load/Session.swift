/// The processes that serve one viewer.
struct Session: Sendable {
  /// The program first, then what belongs to it alone.
  let processes: [ProcessStatus]

  /// The memory that they have now; of what is shared with others, their part.
  func memory() throws(MeasureError) -> Double {
    var sum = 0.0
    for process in processes { sum += try process.proportionalMemory() }
    return sum
  }

  /// The seconds that processors have worked for them.
  func processorTime() throws(MeasureError) -> Double {
    var sum = 0.0
    for process in processes { sum += try process.processorTime() }
    return sum
  }
}
