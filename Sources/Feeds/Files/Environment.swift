import Glibc

/// The environment that the program was started in, one variable at a time: reading all of them costs
/// a fifteenth of a start.
package enum Environment {
  /// A variable's value, or nil where it is not set.
  package static func value(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}
