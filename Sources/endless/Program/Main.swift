import ArgumentParser
import Foundation
import Terminal

/// Runs the program and turns what happens into an exit status; the one place that exits.
@main enum Main {
  static func main() {
    StandardStreams.fill()
    exit(status())
  }

  private static func status() -> Int32 {
    let refusal = Self.enterForGuest()
    do {
      let options = try options()
      if options.secure.isOn, let refusal { throw refusal }
      return try Program(options: options).run().status
    } catch let failure as Failure {
      say(failure.text)
      return failure.status
    } catch {
      return refuse(error)
    }
  }

  /// Takes the environment away before anything has looked at it, the parser among it; what stands in
  /// the way of that is told once the words were read.
  private static func enterForGuest() -> Failure? {
    let options = CommandLine.arguments.dropFirst().prefix { $0 != "--" }
    guard options.contains("--secure") else { return nil }
    do throws(Failure) {
      try GuestEnvironment.enter()
      return nil
    } catch {
      return error
    }
  }

  private static func options() throws -> Endless {
    try Endless.ofWords(Array(CommandLine.arguments.dropFirst())) ?? Endless.parse()
  }

  /// Help and version are asked for and go to standard output; anything else is wrong usage.
  private static func refuse(_ error: any Error) -> Int32 {
    guard Endless.exitCode(for: error) != .success else {
      print(Endless.fullMessage(for: error))
      return 0
    }
    let text = Endless.message(for: error).split(separator: "\n").first ?? "wrong usage"
    say("\(text); see endless --help")
    return 2
  }

  /// Messages go to standard error, one line, with nothing in it that a terminal would obey.
  private static func say(_ text: String) {
    StandardStreams.complain("endless: \(SafeText(text))\n")
  }
}
