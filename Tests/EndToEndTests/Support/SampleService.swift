/// The sample API on a port of its own: it ends with its standard input, so also when a test dies.
///
///     try await SampleService.run("count=45;fail=2:503") { address in
///       let launch = Launch(program, "--service", address)
///     }
enum SampleService {
  /// Starts it, calls `body` with the address that has some switches, and ends it on every path.
  static func run<Result>(
    _ switches: String, body: (_ address: String) async throws -> Result
  ) async throws -> Result {
    var launch = Launch(try BuiltProgram.path(of: "SampleAPI"), "--until-input-ends")
    (launch.standardInput, launch.standardOutput, launch.standardError) = (.pipe, .pipe, .pipe)
    let program = try await RunningProgram(launch, terminal: nil)
    do {
      let result = try await body("\(try await address(of: program))/with/\(switches)")
      await program.end()
      return result
    } catch {
      await program.end()
      throw error
    }
  }

  /// The line that it writes once it listens.
  private static func address(of program: RunningProgram) async throws(HarnessError) -> String {
    let found: String? = try await Polling.answer(within: .seconds(30)) { () in
      await program.output?.drain()
      let text = String(decoding: await program.output?.bytes ?? [], as: UTF8.self)
      return text.hasSuffix("\n") ? String(text.dropLast()) : nil
    }
    if let found { return found }
    await program.error?.drain()
    throw HarnessError(
      "SampleAPI does not listen: \(OutputTail(await program.error?.bytes ?? []))")
  }
}
