import CEndless
import Glibc

/// Bytes in memory that a program reads as its standard input or writes as its output, without a
/// pipe that could break.
package struct MemoryInput: ~Copyable {
  private let descriptor: Descriptor

  /// The stream to pass to the program at its start.
  package var stream: ProgramLaunch.Stream { .descriptor(descriptor.number) }

  /// Stores bytes; returns nil if the system has no memory for them.
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

  /// The bytes that the program has written, at most 64 KiB.
  package var contents: [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 64 << 10)
    let count = pread(descriptor.number, &bytes, bytes.count, 0)
    return Array(bytes[..<max(0, count)])
  }

  /// All bytes that the program has written.
  package var allContents: [UInt8] {
    var state = stat()
    guard fstat(descriptor.number, &state) == 0 else { return [] }
    return [UInt8](unsafeUninitializedCapacity: Int(state.st_size)) { bytes, count in
      while count < bytes.count, let start = bytes.baseAddress {
        let more = pread(descriptor.number, start + count, bytes.count - count, count)
        guard more > 0 else { return }
        count += more
      }
    }
  }
}
