import Foundation

/// Where the program keeps what (XDG Base Directory Specification 0.8).
enum Folders {
  /// What is worth keeping.
  static func data(_ environment: [String: String]) -> URL {
    url("XDG_DATA_HOME", orInHome: ".local/share", environment)
  }

  /// What one run leaves for the next.
  static func state(_ environment: [String: String]) -> URL {
    url("XDG_STATE_HOME", orInHome: ".local/state", environment)
  }

  private static func url(
    _ name: String, orInHome folder: String, _ environment: [String: String]
  ) -> URL {
    if let path = environment[name], path.hasPrefix("/") {
      return URL(fileURLWithPath: path).appending(path: "endless")
    }
    return home(environment).appending(path: folder + "/endless")
  }

  /// The reader's own word counts before that of the password file.
  private static func home(_ environment: [String: String]) -> URL {
    guard let home = environment["HOME"], home.hasPrefix("/") else {
      return FileManager.default.homeDirectoryForCurrentUser
    }
    return URL(fileURLWithPath: home)
  }
}
