import Foundation

/// A home folder for the viewers instead of the reader's, so that the reader's settings are neither
/// read nor changed; it is removed by `remove()` or by the next run.
struct Home: Sendable {
  /// The folder.
  let folder: URL

  /// Creates the home folder in another folder, always under the same name, so that interrupted
  /// runs leave at most one.
  init(in parent: URL) throws(MeasureError) {
    folder = parent.appending(path: "endless-benchmarks-home")
    remove()
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    } catch {
      throw MeasureError("\(folder.path): \(error)")
    }
  }

  /// The whole environment of a viewer.
  var environment: [String: String] {
    let inherited = ProcessInfo.processInfo.environment.filter {
      // The loader's path is inherited, because a program built with a toolchain outside the system
      // needs its libraries.
      ["PATH", "LD_LIBRARY_PATH"].contains($0.key)
    }
    let own = ["DATA", "STATE", "CACHE", "CONFIG"].map {
      ("XDG_\($0)_HOME", folder.appending(path: $0.lowercased()).path)
    }
    let fixed = [
      "HOME": folder.path, "TERM": "xterm-256color", "LANG": "C.UTF-8", "LESSHISTFILE": "-",
    ]
    return inherited.merging(own) { $1 }.merging(fixed) { $1 }
  }

  /// Removes the folder and its contents.
  func remove() { try? FileManager.default.removeItem(at: folder) }
}
