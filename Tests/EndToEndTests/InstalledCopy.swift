import Foundation

/// A copy of the program and of what comes with it, to be damaged by a test.
struct InstalledCopy: Sendable {
  /// The copied program.
  let program: String
  /// The copied pictures.
  let pictures: String

  /// Copies below a prefix, as an installation is laid out.
  ///
  /// - Throws: when there are no sample posts with the program.
  init(of program: String, below prefix: String) throws {
    let files = FileManager.default
    let share = prefix + "/share/endless"
    self.program = prefix + "/bin/endless"
    pictures = share + "/timeline/pictures"
    let timeline = prefix + "/libexec/endless/endless-timeline"
    for folder in [prefix + "/bin", prefix + "/libexec/endless", share] {
      try files.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }
    let assets = try Self.assets(of: program)
    try files.copyItem(atPath: program, toPath: self.program)
    try files.copyItem(atPath: try Self.timeline(of: program), toPath: timeline)
    try files.copyItem(atPath: assets + "/timeline", toPath: share + "/timeline")
  }

  /// The timeline's program: beside a built one, or where it is installed.
  private static func timeline(of program: String) throws -> String {
    let folder = URL(filePath: program).resolvingSymlinksInPath().deletingLastPathComponent()
    let candidates = ["endless-timeline", "../libexec/endless/endless-timeline"].map {
      folder.appending(path: $0).path(percentEncoded: false)
    }
    guard let found = candidates.first(where: FileManager.default.fileExists) else {
      throw HarnessError("no endless-timeline with \(program)")
    }
    return found
  }

  /// Beside an installed program, or in the checkout that it was built in.
  private static func assets(of program: String) throws -> String {
    let path = URL(filePath: program).resolvingSymlinksInPath().path(percentEncoded: false)
    var folder = path[..<(path.lastIndex(of: "/") ?? path.startIndex)]
    while !folder.isEmpty {
      let candidates = ["share/endless", "Assets"].map { "\(folder)/\($0)" }
      let isThere = { FileManager.default.fileExists(atPath: $0 + "/timeline/posts.json") }
      if let found = candidates.first(where: isThere) { return found }
      folder = folder[..<(folder.lastIndex(of: "/") ?? folder.startIndex)]
    }
    throw HarnessError("no sample posts with \(program)")
  }
}
