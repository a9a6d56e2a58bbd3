/// Lets everything else go on until something is so; a suite's time limit ends a wait in vain.
@MainActor func wait(until condition: () -> Bool) async {
  while !condition(), !Task.isCancelled { await Task.yield() }
}
