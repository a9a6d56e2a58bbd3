import Bytes
import CEndless
import Glibc

/// A path, stored as bytes because it may be invalid UTF-8.
package struct BytePath {
  private let bytes: [UInt8]

  private init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

  /// The absolute path in an environment variable; nil if the variable is not set or does not
  /// contain an absolute path.
  package init?(variable name: String) {
    guard let value = getenv(name) else { return nil }
    let bytes = UnsafeBufferPointer(start: value, count: strlen(value))
    self.init(absolute: bytes.map(UInt8.init(bitPattern:)))
  }

  /// A path given as bytes; nil if it is not absolute.
  init?(absolute path: [UInt8]) {
    guard path.first == .slash else { return nil }
    self.init(path)
  }

  package init(_ path: String) { self.init(path.utf8) }

  /// The target of a symbolic link (readlink(2)).
  package init?(linkAt path: String) {
    var target = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(path, &target, target.count)
    guard count > 0 else { return nil }
    self.init(target[..<count])
  }

  /// The path of this program: the path that the system reports or, without `/proc`, the path with
  /// which the program was started.
  package static var program: BytePath? {
    if let path = BytePath(linkAt: "/proc/self/exe") { return path }
    guard let start = endless_start_path() else { return nil }
    let path = String(cString: start)
    guard !path.hasPrefix("/") else { return BytePath(path) }
    var folder = [CChar](repeating: 0, count: Int(PATH_MAX))
    return getcwd(&folder, folder.count).map { BytePath(String(cString: $0)).appending(path) }
  }

  package func appending(_ path: String) -> BytePath {
    BytePath(bytes + [UInt8(ascii: "/")] + path.utf8)
  }

  /// The enclosing folder; the root is its own parent.
  package var parent: BytePath {
    let end = bytes.lastIndex(of: .slash) ?? 0
    return BytePath(bytes[..<max(end, 1)])
  }

  /// The bytes of the path.
  package var raw: [UInt8] { bytes }

  /// The path for display and for stored names, with U+FFFD for invalid UTF-8.
  package var shown: String { String(decoding: bytes, as: UTF8.self) }

  package var exists: Bool { withPointer { access($0, F_OK) } == 0 }

  /// A UTF-8 path to the same folder, for APIs that require one; the path itself if it is valid.
  ///
  /// Otherwise the folder is created if necessary, and the result leads to it through a descriptor
  /// that stays open. Each call opens another descriptor, so call it once for a folder. If the
  /// folder cannot be opened, the result has U+FFFD for invalid UTF-8.
  package var usable: String {
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    makeFolder()
    let folder = withPointer { open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    return folder < 0 ? shown : "/proc/self/fd/\(folder)"
  }

  /// Creates the folder and its parents with access for the owner only; an existing folder is not
  /// changed.
  package func makeFolder() {
    guard !exists else { return }
    if parent.bytes != bytes { parent.makeFolder() }
    _ = withPointer { mkdir($0, 0o700) }
  }

  package func withPointer<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    var name = bytes.map(CChar.init(bitPattern:)) + [0]
    return body(&name)
  }
}

/// Access to one environment variable at a time, because reading all of them would take a fifteenth
/// of the start-up time.
package enum Environment {
  /// The value of a variable, or nil if it is not set.
  package static func value(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}

/// The folders for the program's files (XDG Base Directory Specification 0.8).
package enum Folders {
  /// The folder for permanent data.
  package static var data: BytePath { path("XDG_DATA_HOME", orInHome: ".local/share") }

  /// The folder for state that is kept between runs.
  package static var state: BytePath { path("XDG_STATE_HOME", orInHome: ".local/state") }

  private static func path(_ name: String, orInHome folder: String) -> BytePath {
    (BytePath(variable: name) ?? home.appending(folder)).appending("endless")
  }

  /// The home folder; `HOME` takes precedence over the password file.
  private static var home: BytePath {
    if let home = BytePath(variable: "HOME") { return home }
    return AccountNames.home(of: Int(getuid())).flatMap { BytePath(absolute: $0) } ?? BytePath("/")
  }
}
