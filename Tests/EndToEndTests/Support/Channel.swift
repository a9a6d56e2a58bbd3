import Glibc

/// One descriptor to a program under test: the terminal's own side, or an end of a pipe.
///
/// Reads and writes never block. Everything that was ever read stays in ``bytes``.
actor Channel {
  /// All bytes read so far.
  private(set) var bytes: [UInt8] = []
  /// Whether the last read found nobody on the other side.
  ///
  /// For a terminal this can change back: a program may open `/dev/tty` again.
  private(set) var isAtEnd = false
  /// Whether ``drain()`` reads; off, the program's writes block once the kernel's queue is full.
  private var takesBytes = true
  private var descriptor: Int32?

  /// Takes over an open descriptor; closes it in ``close()`` or at the end of its own life.
  init(owning descriptor: Int32) {
    self.descriptor = descriptor
  }

  deinit {
    if let descriptor { _ = Glibc.close(descriptor) }
  }

  /// Reads what is there, at most 4 MiB a call; returns how many bytes came.
  @discardableResult
  func drain() -> Int {
    guard takesBytes, let descriptor else { return 0 }
    let before = bytes.count
    var chunk = [UInt8](repeating: 0, count: 65_536)
    for _ in 0..<64 {
      let count = read(descriptor, &chunk, chunk.count)
      // EIO is how Linux tells that nobody holds the terminal open any more.
      isAtEnd = count == 0 || (count < 0 && errno == EIO)
      guard count > 0 else { break }
      bytes += chunk[..<count]
    }
    return bytes.count - before
  }

  /// Writes as much as is taken at once; returns how many bytes, 0 when the queue is full.
  func write(_ bytes: ArraySlice<UInt8>) throws(HarnessError) -> Int {
    guard let descriptor else { throw HarnessError("write to a channel that was closed") }
    let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
    if count >= 0 { return count }
    guard errno == EAGAIN || errno == EINTR else { throw HarnessError(call: "write", code: errno) }
    return 0
  }

  /// Begins or ends the taking of bytes.
  func setTakesBytes(_ takes: Bool) {
    takesBytes = takes
  }

  /// Asks the descriptor something (`ioctl`, `tcgetattr`).
  ///
  /// - Throws: an error if it is closed.
  func ask<Value: Sendable>(
    _ question: @Sendable (Int32) throws(HarnessError) -> Value
  ) throws(HarnessError) -> Value {
    guard let descriptor else { throw HarnessError("the channel was closed") }
    return try question(descriptor)
  }

  /// Closes the descriptor; a second time does nothing.
  func close() {
    guard let descriptor else { return }
    _ = Glibc.close(descriptor)
    self.descriptor = nil
    isAtEnd = true
  }
}

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
