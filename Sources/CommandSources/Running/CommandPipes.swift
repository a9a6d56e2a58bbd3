import ByteStores
import CEndless
import Glibc

/// The pipes between this program and a command; no other command has an end of them.
struct CommandPipes: Sendable {
  /// The end that the command has, and this program's.
  struct Ends: Sendable {
    let inner: Int32
    let outer: Int32
  }

  /// What it prints.
  let output: Ends
  /// What it says of itself.
  let errors: Ends
  /// What is closed when this program is gone.
  let watch: Ends

  /// - Throws: what the system says.
  init(name: String) throws(FileError) {
    var opened: [Int32] = []
    for _ in 0..<3 {
      var ends: [Int32] = [-1, -1]
      guard endless_pipe(&ends) == 0 else {
        let code = errno
        opened.forEach { _ = Glibc.close($0) }
        throw FileError(code: code, path: name)
      }
      opened += ends
    }
    output = Ends(inner: opened[1], outer: opened[0])
    errors = Ends(inner: opened[3], outer: opened[2])
    watch = Ends(inner: opened[4], outer: opened[5])
    for end in [output.outer, errors.outer] { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
  }

  /// Closes the ends that the command has its own of.
  func closeOtherEnds() { for ends in [output, errors, watch] { Glibc.close(ends.inner) } }

  /// Closes the ends that are left.
  func close() { for ends in [output, errors, watch] { Glibc.close(ends.outer) } }
}
