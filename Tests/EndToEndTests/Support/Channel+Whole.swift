extension Channel {
  /// Writes all of `bytes`, waiting while the program does not read.
  nonisolated func writeAll(
    _ bytes: [UInt8], within limit: Duration = .seconds(30)
  ) async throws(HarnessError) {
    var rest = bytes[...]
    let done: Bool? = try await Polling.answer(within: limit) { () throws(HarnessError) in
      while !rest.isEmpty {
        let count = try await self.write(rest)
        guard count > 0 else { return nil }
        rest = rest.dropFirst(count)
      }
      return true
    }
    guard done != nil else {
      throw HarnessError("the program left \(rest.count) bytes unread for \(limit)")
    }
  }

  /// Reads until the task is cancelled, `respond` being called whenever something came.
  nonisolated func readWhileWanted(respond: () async -> Void = {}) async {
    while !Task.isCancelled {
      if await drain() > 0 {
        await respond()
        await Task.yield()
      } else {
        // Between two questions, not for something to happen. Cancelled: the loop's own condition ends it.
        try? await Task.sleep(for: Polling.interval)
      }
    }
  }

  /// Reads on after the program's end until nothing more can come, for at most two seconds.
  nonisolated func readToEnd() async {
    _ = try? await Polling.answer(within: .seconds(2)) { () -> Bool? in
      await self.drain()
      return await self.isAtEnd ? true : nil
    }
  }
}
