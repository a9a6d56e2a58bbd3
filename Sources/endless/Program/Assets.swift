import Foundation

/// Finds what comes with the program: beside it where it is installed, in the checkout where it was
/// built.
enum Assets {
  /// The folder that holds `timeline`.
  static func folder() throws(Failure) -> URL {
    let program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    let folder = program.deletingLastPathComponent()
    let installed = folder.deletingLastPathComponent().appending(path: "share/endless")
    let candidates = [installed] + ancestors(of: folder).map { $0.appending(path: "Assets") }
    guard let found = candidates.first(where: isComplete) else {
      throw .source("the sample posts are missing: \(installed.path)/timeline; install them again")
    }
    return found
  }

  private static func isComplete(_ folder: URL) -> Bool {
    FileManager.default.fileExists(atPath: folder.appending(path: "timeline/posts.json").path)
  }

  /// A build lies at most four folders below its checkout.
  private static func ancestors(of folder: URL) -> [URL] {
    var found = [folder]
    for _ in 0..<4 { found.append(found[found.count - 1].deletingLastPathComponent()) }
    return found
  }
}
