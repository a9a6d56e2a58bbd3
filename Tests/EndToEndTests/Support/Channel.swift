import Glibc

/// A descriptor that leads to a program under test: the test's side of the terminal, or an end of a
/// pipe.
///
/// Reads and writes never block. All bytes that were read stay in ``bytes``.
actor Channel {
  /// All bytes read so far.
  private(set) var bytes: [UInt8] = []
  /// Whether the last read found no process on the other side.
  ///
  /// For a terminal this can change back: a program may open `/dev/tty` again.
  private(set) var isAtEnd = false
  /// Whether ``drain()`` reads; if false, the program's writes block when the kernel's queue is
  /// full.
  private var takesBytes = true
  private var descriptor: Int32?

  /// Takes ownership of an open descriptor, which is closed by ``close()`` or when this object is
  /// released.
  init(owning descriptor: Int32) {
    self.descriptor = descriptor
  }

  deinit {
    if let descriptor { _ = Glibc.close(descriptor) }
  }

  /// Reads the available bytes, at most 4 MiB per call; returns their number.
  @discardableResult
  func drain() -> Int {
    guard takesBytes, let descriptor else { return 0 }
    let before = bytes.count
    var chunk = [UInt8](repeating: 0, count: 65_536)
    for _ in 0..<64 {
      let count = read(descriptor, &chunk, chunk.count)
      // Linux reports EIO if no process has the terminal open.
      isAtEnd = count == 0 || (count < 0 && errno == EIO)
      guard count > 0 else { break }
      bytes += chunk[..<count]
    }
    return bytes.count - before
  }

  /// Writes as many bytes as are accepted immediately; returns their number, which is 0 if the
  /// queue is full.
  func write(_ bytes: ArraySlice<UInt8>) throws(HarnessError) -> Int {
    guard let descriptor else { throw HarnessError("write to a channel that was closed") }
    let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
    if count >= 0 { return count }
    guard errno == EAGAIN || errno == EINTR else { throw HarnessError(call: "write", code: errno) }
    return 0
  }

  /// Starts or stops reading bytes.
  func setTakesBytes(_ takes: Bool) {
    takesBytes = takes
  }

  /// Queries the descriptor (`ioctl`, `tcgetattr`).
  ///
  /// - Throws: an error if it is closed.
  func ask<Value: Sendable>(
    _ question: @Sendable (Int32) throws(HarnessError) -> Value
  ) throws(HarnessError) -> Value {
    guard let descriptor else { throw HarnessError("the channel was closed") }
    return try question(descriptor)
  }

  /// Closes the descriptor; a second call does nothing.
  func close() {
    guard let descriptor else { return }
    _ = Glibc.close(descriptor)
    self.descriptor = nil
    isAtEnd = true
  }
}

extension Channel {
  /// Writes all of `bytes`; while the program does not read its input, waits for at most `limit`.
  nonisolated func writeAll(
    _ bytes: [UInt8], within limit: Duration = .seconds(60)
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

  /// Reads until the task is cancelled, and calls `respond` whenever bytes have arrived.
  nonisolated func readWhileWanted(respond: () async -> Void = {}) async {
    while !Task.isCancelled {
      if await drain() > 0 {
        await respond()
        await Task.yield()
      } else {
        // This pause is between two checks, and does not wait for an event. After a cancellation,
        // the condition of the loop ends the loop.
        try? await Task.sleep(for: Polling.interval)
      }
    }
  }

  /// Continues reading after the program has exited, until nothing more can arrive, for at most ten
  /// seconds.
  nonisolated func readToEnd() async {
    _ = try? await Polling.answer(within: .seconds(10)) { () -> Bool? in
      await self.drain()
      return await self.isAtEnd ? true : nil
    }
  }
}
