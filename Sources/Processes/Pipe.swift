import CEndless
import Glibc

/// A descriptor that is closed with what holds it.
struct Descriptor: ~Copyable {
  /// Its number, or -1.
  let number: Int32

  init(_ number: Int32) { self.number = number }

  deinit { if number >= 0 { close(number) } }
}

/// Both ends of a pipe, which no program inherits.
struct Pipe: ~Copyable {
  let reading: Descriptor
  let writing: Descriptor

  /// - Throws: what the system says.
  init(for name: String) throws(ProcessError) {
    var ends: [Int32] = [-1, -1]
    guard endless_pipe(&ends) == 0 else { throw ProcessError(name: name, code: errno) }
    reading = Descriptor(ends[0])
    writing = Descriptor(ends[1])
  }
}
