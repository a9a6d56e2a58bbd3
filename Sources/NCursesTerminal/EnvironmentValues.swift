import Glibc

/// Variables of the environment that are other ones for a while (setenv(3)).
///
/// To be used before other threads are started: nothing guards the environment from them.
struct EnvironmentValues {
  private let before: [String: String?]

  /// One of them as it is, because reading all of them is expensive.
  static func value(of name: String) -> String? { getenv(name).map { String(cString: $0) } }

  /// Sets them, and remembers what they were.
  init(_ values: [String: String]) {
    var before: [String: String?] = [:]
    for (name, value) in values {
      before.updateValue(Self.value(of: name), forKey: name)
      setenv(name, value, 1)
    }
    self.before = before
  }

  func restore() {
    for (name, value) in before {
      if let value { setenv(name, value, 1) } else { unsetenv(name) }
    }
  }
}
