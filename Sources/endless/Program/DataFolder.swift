import Foundation

/// Where the program keeps its data (XDG Base Directory Specification 0.8).
enum DataFolder {
  static func url(_ environment: [String: String]) -> URL {
    if let path = environment["XDG_DATA_HOME"], path.hasPrefix("/") {
      return URL(fileURLWithPath: path).appending(path: "endless")
    }
    return home(environment).appending(path: ".local/share/endless")
  }

  /// The reader's own word counts before that of the password file.
  private static func home(_ environment: [String: String]) -> URL {
    guard let home = environment["HOME"], home.hasPrefix("/") else {
      return FileManager.default.homeDirectoryForCurrentUser
    }
    return URL(fileURLWithPath: home)
  }
}
