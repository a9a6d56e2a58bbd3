import Glibc

/// Variables of the environment.
enum EnvironmentValues {
  /// One of them, because reading all of them is expensive.
  static func value(of name: String) -> String? { getenv(name).map { String(cString: $0) } }
}
