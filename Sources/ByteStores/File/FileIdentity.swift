import Glibc

/// Which file it is, whatever its name: no other has the two numbers while it is open.
struct FileIdentity: Hashable, Sendable {
  private let device: dev_t
  private let node: ino_t

  init(_ state: stat) {
    device = state.st_dev
    node = state.st_ino
  }
}
