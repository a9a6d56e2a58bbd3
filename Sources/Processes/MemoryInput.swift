import CEndless
import Glibc

/// Bytes in memory that a program reads as its standard input, or writes there: they are there whole, whoever ends first.
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

  /// What the program has written, at most 64 KiB of it.
  package var contents: [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 64 << 10)
    let count = pread(descriptor.number, &bytes, bytes.count, 0)
    return Array(bytes[..<max(0, count)])
  }
}
