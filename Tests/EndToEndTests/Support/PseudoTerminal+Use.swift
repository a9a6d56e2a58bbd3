import Glibc

extension PseudoTerminal {
  /// Everything the program has written to the terminal so far, echoed input included.
  ///
  /// Its count is a mark for ``waitFor(_:after:within:at:)``.
  var output: [UInt8] {
    get async { await master.bytes }
  }

  /// The same as text.
  var text: String {
    get async { String(decoding: await output, as: UTF8.self) }
  }

  /// What came through the pipe of standard output so far; empty when there is none.
  var standardOutput: [UInt8] {
    get async { await program.output?.bytes ?? [] }
  }

  /// What came through the pipe of standard error so far; empty when there is none.
  var standardError: [UInt8] {
    get async { await program.error?.bytes ?? [] }
  }

  /// The same as text.
  var errorText: String {
    get async { String(decoding: await standardError, as: UTF8.self) }
  }

  /// Types text, its UTF-8 byte for byte, waiting while the program does not read.
  func write(_ text: String) async throws(HarnessError) {
    try await write(bytes: Array(text.utf8))
  }

  /// Types bytes, ill-formed ones too.
  func write(bytes: [UInt8]) async throws(HarnessError) {
    try await master.writeAll(bytes)
  }

  /// Writes to the pipe of standard input.
  ///
  /// - Throws: an error if standard input is none, or if the program has closed it.
  func writeToStandardInput(_ text: String) async throws(HarnessError) {
    guard let input = program.input else { throw HarnessError("standard input is no pipe") }
    try await input.writeAll(Array(text.utf8))
  }

  /// Ends the pipe of standard input: the program reads to its end.
  func closeStandardInput() async {
    await program.input?.close()
  }

  /// Closes the pipe of standard output, as `head` does when it has enough.
  func closeStandardOutput() async {
    await program.output?.close()
  }

  /// Gives the terminal another size; the kernel sends SIGWINCH to the foreground job.
  func resize(lines: Int, columns: Int) async throws(HarnessError) {
    try await master.ask { descriptor throws(HarnessError) in
      try Self.setSize(of: descriptor, lines: lines, columns: columns)
    }
  }

  /// The line settings now; after the program's end, as it left them.
  func attributes() async throws(HarnessError) -> TerminalAttributes {
    try await master.ask { descriptor throws(HarnessError) in
      var settings = termios()
      try SystemCall.check("tcgetattr", tcgetattr(descriptor, &settings))
      return TerminalAttributes(settings)
    }
  }

  /// How many bytes the kernel holds that the terminal has not taken; see ``stopReading()``.
  func unreadCount() async throws(HarnessError) -> Int {
    try await master.ask { descriptor throws(HarnessError) in
      var count: Int32 = 0
      try SystemCall.check("ioctl", ioctl(descriptor, UInt(FIONREAD), &count))
      return Int(count)
    }
  }

  /// Stops taking bytes, like a terminal that hangs: the program's writes will block.
  func stopReading() async {
    await master.setTakesBytes(false)
  }

  /// Takes bytes again.
  func resumeReading() async {
    await master.setTakesBytes(true)
  }

  /// Hangs up, like a terminal whose window was closed: SIGHUP, and no more input or output.
  ///
  /// What was read before stays in ``output``. Use it with a program that leads its session: the
  /// shell of a job dies of it, and nobody is left to report the program's own end.
  func closeMaster() async {
    await master.close()
  }
}
