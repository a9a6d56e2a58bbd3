import ArgumentParser
import Timeline

/// The moods of a network, made visible on the sample timeline.
struct TimelineOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Make each load take so long.", valueName: "ms"))
  var latency: Int = 0

  @Option(help: ArgumentHelp("Make every n-th load fail; 0: none.", valueName: "n"))
  var failEvery: Int = 0

  func validate() throws {
    guard (0...600_000).contains(latency) else {
      throw ValidationError("a latency of \(latency) ms is out of range; it must be 0 to 600000")
    }
    guard failEvery >= 0 else {
      throw ValidationError("every \(failEvery)-th load is none; it must be at least 0")
    }
  }

  /// A source with these moods.
  func moods(of source: TimelineSource) -> NetworkMoods<TimelineSource> {
    NetworkMoods(
      source, latency: .milliseconds(latency), failEvery: failEvery == 0 ? nil : failEvery)
  }
}
