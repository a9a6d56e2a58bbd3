import Feeds
import Viewers

/// Finds what comes with the program: beside it where it is installed, in the checkout where it was
/// built.
nonisolated enum Assets {
  /// The folder that holds `timeline`.
  static func folder() throws(Failure) -> String {
    let program =
      BytePath(linkAt: "/proc/self/exe") ?? BytePath("/usr/local/libexec/endless/timeline")
    let candidates = ancestors(of: program.parent).flatMap {
      [$0.appending("share/endless"), $0.appending("Assets")]
    }
    guard let found = candidates.first(where: isComplete) else {
      throw .source("the sample posts of \(program.shown) are missing; install endless again")
    }
    return found.usable
  }

  private static func isComplete(_ folder: BytePath) -> Bool {
    folder.appending("timeline/posts.json").exists
  }

  /// A build lies at most four folders below its checkout, an installed program two below its prefix.
  private static func ancestors(of folder: BytePath) -> [BytePath] {
    var found = [folder]
    for _ in 0..<4 { found.append(found[found.count - 1].parent) }
    return found
  }
}
