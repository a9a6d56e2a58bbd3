import Bytes
import CEndless
import Glibc

/// A path as the system has it: bytes, which need be no UTF-8.
package struct BytePath {
  private let bytes: [UInt8]

  private init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

  /// The absolute path that a variable of the environment holds; nil for any other.
  package init?(variable name: String) {
    guard let value = getenv(name), value[0] == CChar(bitPattern: UInt8(ascii: "/")) else {
      return nil
    }
    self.init(UnsafeBufferPointer(start: value, count: strlen(value)).map(UInt8.init(bitPattern:)))
  }

  package init(_ path: String) { self.init(path.utf8) }

  /// What a symbolic link leads to (readlink(2)).
  package init?(linkAt path: String) {
    var target = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(path, &target, target.count)
    guard count > 0 else { return nil }
    self.init(target[..<count])
  }

  /// This program: as the system names it, or where there is no `/proc`, as it was started.
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

  /// The folder that it is in; that of the root is the root.
  package var parent: BytePath {
    let end = bytes.lastIndex(of: .slash) ?? 0
    return BytePath(bytes[..<max(end, 1)])
  }

  /// The bytes of a path.
  package var raw: [UInt8] { bytes }

  /// As a word for people, and for a name that is kept: what is no UTF-8 is U+FFFD.
  package var shown: String { String(decoding: bytes, as: UTF8.self) }

  package var exists: Bool { withPointer { access($0, F_OK) } == 0 }

  /// A path to the same folder that is UTF-8, for what takes nothing else: itself, or else one by way of
  /// a descriptor, which stays open; the folder is made where it is missing.
  package var usable: String {
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    makeFolder()
    let folder = withPointer { open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    return folder < 0 ? shown : "/proc/self/fd/\(folder)"
  }

  /// Makes the folder with those above it, as only its owner may use it; what is there already stays.
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

/// The environment that the program was started in, one variable at a time: reading all of them costs
/// a fifteenth of a start.
package enum Environment {
  /// A variable's value, or nil where it is not set.
  package static func value(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}

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
