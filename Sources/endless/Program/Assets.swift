/// Finds what comes with the program: beside it where it is installed, in the checkout where it was
/// built.
enum Assets {
  /// The folder that holds `timeline`.
  static func folder() throws(Failure) -> String {
    let program = BytePath(linkAt: "/proc/self/exe") ?? BytePath("/usr/local/bin/endless")
    let installed = program.parent.parent.appending("share/endless")
    let candidates = [installed] + ancestors(of: program.parent).map { $0.appending("Assets") }
    guard let found = candidates.first(where: isComplete) else {
      throw .source("the sample posts are missing: \(installed.shown)/timeline; install them again")
    }
    return found.usable
  }

  private static func isComplete(_ folder: BytePath) -> Bool {
    folder.appending("timeline/posts.json").exists
  }

  /// A build lies at most four folders below its checkout.
  private static func ancestors(of folder: BytePath) -> [BytePath] {
    var found = [folder]
    for _ in 0..<4 { found.append(found[found.count - 1].parent) }
    return found
  }
}
