import Glibc

/// Where the program keeps what (XDG Base Directory Specification 0.8).
package enum Folders {
  /// What is worth keeping.
  package static var data: BytePath { path("XDG_DATA_HOME", orInHome: ".local/share") }

  /// What one run leaves for the next.
  package static var state: BytePath { path("XDG_STATE_HOME", orInHome: ".local/state") }

  private static func path(_ name: String, orInHome folder: String) -> BytePath {
    (BytePath(variable: name) ?? home.appending(folder)).appending("endless")
  }

  /// The reader's own word counts before that of the password file.
  private static var home: BytePath {
    BytePath(variable: "HOME")
      ?? BytePath(getpwuid(getuid()).map { String(cString: $0.pointee.pw_dir) } ?? "/")
  }
}
