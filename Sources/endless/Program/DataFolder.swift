import Foundation

/// Where the program keeps its data (XDG Base Directory Specification 0.8).
enum DataFolder {
  static func url(_ environment: [String: String]) -> URL {
    let base: URL
    if let path = environment["XDG_DATA_HOME"], path.hasPrefix("/") {
      base = URL(fileURLWithPath: path)
    } else {
      base = FileManager.default.homeDirectoryForCurrentUser.appending(path: ".local/share")
    }
    return base.appending(path: "endless")
  }
}
