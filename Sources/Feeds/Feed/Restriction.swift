/// What forbids a reader everything but reading what was named: no program is started, no other file
/// opened, nothing written.
///
/// A part of the viewer that could do so asks `ViewerOptions.restriction`, and says the words of it.
package enum Restriction: Sendable {
  /// `LESSSECURE` in the environment: the pager of a program that runs with the rights of another user.
  case environment
  /// `--secure`: a guest over a network.
  case guest

  private var name: String {
    switch self {
    case .environment: "LESSSECURE"
    case .guest: "--secure"
    }
  }

  /// What a reader is told who asks for something on the command line.
  package func failure(_ what: String) -> Failure { .usage(words(what)) }

  /// What a reader is told who asks for something.
  package func words(_ what: String) -> String { "\(name) forbids \(what)" }
}
