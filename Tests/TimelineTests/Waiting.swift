import Testing
import Timeline

/// Waits until something holds; a test's time limit ends it.
func wait(until holds: () throws -> Bool) async rethrows {
  while try !holds(), !Task.isCancelled { await Task.yield() }
}

/// Waits as long as a watch takes to tell all that was written before: until another, which began
/// later, has told the second time.
func waitForQuiet() async throws {
  let told = Tally()
  let watch = try #require(FileWatch(folder: "/", names: [], onWrite: told.add))
  await told.reach(2)
  withExtendedLifetime(watch) {}
}
