import Glibc

extension PseudoTerminal {
  /// All bytes that the program has written to the terminal so far, including echoed input.
  ///
  /// Its count is a mark for ``waitFor(_:after:within:at:)``.
  var output: [UInt8] {
    get async { await master.bytes }
  }

  /// The bytes of ``output`` as text.
  var text: String {
    get async { String(decoding: await output, as: UTF8.self) }
  }

  /// The bytes from the pipe of standard output so far; empty without a pipe.
  var standardOutput: [UInt8] {
    get async { await program.output?.bytes ?? [] }
  }

  /// The bytes from the pipe of standard error so far; empty without a pipe.
  var standardError: [UInt8] {
    get async { await program.error?.bytes ?? [] }
  }

  /// The bytes of ``standardError`` as text.
  var errorText: String {
    get async { String(decoding: await standardError, as: UTF8.self) }
  }

  /// Types text as UTF-8; while the program does not read its input, waits for at most 60 s.
  func write(_ text: String) async throws(HarnessError) {
    try await write(bytes: Array(text.utf8))
  }

  /// Types bytes, which may be ill-formed.
  func write(bytes: [UInt8]) async throws(HarnessError) {
    try await master.writeAll(bytes)
  }

  /// Writes to the pipe of standard input.
  ///
  /// - Throws: an error if standard input is not a pipe, or if the program has closed it.
  func writeToStandardInput(_ text: String) async throws(HarnessError) {
    guard let input = program.input else { throw HarnessError("standard input is no pipe") }
    try await input.writeAll(Array(text.utf8))
  }

  /// Closes the pipe of standard input, so that the program reads end-of-file.
  func closeStandardInput() async {
    await program.input?.close()
  }

  /// Closes the pipe of standard output, as `head` does when it has enough lines.
  func closeStandardOutput() async {
    await program.output?.close()
  }

  /// Gives the terminal another size; the kernel sends SIGWINCH to the foreground job.
  func resize(lines: Int, columns: Int) async throws(HarnessError) {
    try await master.ask { descriptor throws(HarnessError) in
      try Self.setSize(of: descriptor, lines: lines, columns: columns)
    }
  }

  /// The current line settings; after the program has exited, the settings that it left.
  func attributes() async throws(HarnessError) -> TerminalAttributes {
    try await master.ask { descriptor throws(HarnessError) in
      var settings = termios()
      try SystemCall.check("tcgetattr", tcgetattr(descriptor, &settings))
      return TerminalAttributes(settings)
    }
  }

  /// The number of bytes that the kernel holds and the terminal has not read; see
  /// ``stopReading()``.
  func unreadCount() async throws(HarnessError) -> Int {
    try await master.ask { descriptor throws(HarnessError) in
      var count: Int32 = 0
      try SystemCall.check("ioctl", ioctl(descriptor, UInt(FIONREAD), &count))
      return Int(count)
    }
  }

  /// Stops reading, like a terminal that hangs, so that the program's writes block.
  func stopReading() async {
    await master.setTakesBytes(false)
  }

  /// Resumes reading.
  func resumeReading() async {
    await master.setTakesBytes(true)
  }

  /// Hangs up, like a terminal whose window was closed: the program gets SIGHUP, and no further
  /// input or output is possible.
  ///
  /// Bytes that were read earlier stay in ``output``. Use it with a program that leads its session,
  /// because it also kills the shell of a job, which then cannot report the exit of the program.
  func closeMaster() async {
    await master.close()
  }
}
