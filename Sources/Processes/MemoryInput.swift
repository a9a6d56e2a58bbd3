import CEndless
import Glibc

/// Bytes that a program reads as its standard input, from memory: it has them whole, whoever ends first.
package struct MemoryInput: ~Copyable {
  private let descriptor: Descriptor

  /// The stream for the program's start.
  package var stream: ProgramLaunch.Stream { .descriptor(descriptor.number) }

  /// Holds bytes; nil where the system has no memory for them.
  package init?(_ bytes: [UInt8]) {
    descriptor = Descriptor(endless_memory_file("endless-input"))
    guard descriptor.number >= 0 else { return nil }
    let isWhole = bytes.withUnsafeBytes { bytes in
      var rest = bytes
      while !rest.isEmpty {
        let count = write(descriptor.number, rest.baseAddress, rest.count)
        guard count > 0 else { return false }
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      }
      return true
    }
    guard isWhole, lseek(descriptor.number, 0, SEEK_SET) == 0 else { return nil }
  }
}
