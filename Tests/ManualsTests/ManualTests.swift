import Foundation
import Manuals
import Programs
import Testing

@MainActor @Suite(.timeLimit(.minutes(5))) struct `The man pages and completions` {
  private static func content(_ path: String) -> String? {
    try? String(contentsOf: Checkout.assets.appending(path: path), encoding: .utf8)
  }

  @Test func `have what the tables have, and nothing else`() async throws {
    #expect(try await ManualSet.all().faults(Self.content).isEmpty)
  }

  @Test func `have examples whose options exist`() {
    let names = Set(ManualSet.everyOption.flatMap(\.names))
    for example in ManualSet.examples where example.hasPrefix("endless ") {
      // The words in quotes are for other programs.
      let words = example.split(separator: "'", omittingEmptySubsequences: false).enumerated()
        .filter { $0.offset % 2 == 0 }.flatMap { $0.element.split(separator: " ") }
      for word in words where word.hasPrefix("-") {
        #expect(names.contains(String(word)), "\(example)")
      }
    }
  }

  @Test func `are found wanting where an option, a key or a page is missing`() async throws {
    let manuals = try await ManualSet.all()
    let faults = manuals.faults { path in
      path == "completions/endless.fish"
        ? nil
        : Self.content(path)?
          .replacing(".It Fl \\-keep Ar", with: ".It Fl \\-kept Ar")
          .replacing(".It Ic \\&V\n", with: ".It Ic \\&X\n")
          .replacing("--keep", with: "--kept")
    }
    #expect(faults.contains("no man page has the option --keep"))
    #expect(faults.contains("completions/endless.bash completes --kept, which does not exist"))
    #expect(faults.contains("completions/_endless completes --kept, which does not exist"))
    #expect(faults.contains("completions/endless.fish is missing: run make manuals"))
    #expect(faults.contains("man/endless.1 is out of date: run make manuals"))
  }
}
