import Glibc

/// What another program writes: a pipe, a socket or a terminal, read as it comes.
final class DescriptorProducer: ByteProducer {
  private let descriptor: Int32
  private let name: String

  /// Takes a descriptor over, and closes it at the end.
  init(_ descriptor: Int32, name: String) { (self.descriptor, self.name) = (descriptor, name) }

  deinit { close(descriptor) }

  func read(into memory: UnsafeMutableRawBufferPointer) throws(FileError) -> Int {
    while true {
      let count = Glibc.read(descriptor, memory.baseAddress, memory.count)
      if count >= 0 { return count }
      // Whoever shares the pipe may have set it not to wait.
      if errno == EAGAIN {
        waitForInput()
      } else if errno != EINTR {
        throw FileError(code: errno, path: name)
      }
    }
  }

  private func waitForInput() {
    var asked = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    poll(&asked, 1, -1)
  }
}
