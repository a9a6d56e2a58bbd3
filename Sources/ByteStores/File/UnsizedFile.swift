import Glibc

/// An open file whose size the system does not tell, because its content is made while it is read:
/// one of /proc has the size 0 (proc(5)), one of /sys that of a page of memory.
struct UnsizedFile {
  private let path: String
  private let descriptor: Int32
  private let read: FileStore.Read

  /// More than any text of /proc, and less than matters in memory.
  private static let mostBytes = 64 << 20
  private static let chunk = 64 << 10

  init(path: String, descriptor: Int32, read: @escaping FileStore.Read) {
    (self.path, self.descriptor, self.read) = (path, descriptor, read)
  }

  /// All that it holds now, or nil where the system tells its size.
  ///
  /// Costs no more than a call where there is something on a disk.
  func content(_ state: stat) throws(FileError) -> [UInt8]? {
    guard state.st_blocks == 0, try isUnsized(state) else { return nil }
    var bytes: [UInt8] = []
    var memory = [UInt8](repeating: 0, count: Self.chunk)
    while true {
      let came = try part(into: &memory, at: bytes.count)
      guard came > 0 else { return bytes }
      bytes += memory[..<came]
      guard bytes.count <= Self.mostBytes else { throw .unsized(path: path) }
    }
  }

  /// Whether there is a byte where none should be, or none where there should be the last.
  private func isUnsized(_ state: stat) throws(FileError) -> Bool {
    var byte: UInt8 = 0
    let came = read(descriptor, &byte, 1, max(0, Int(state.st_size) - 1))
    // One that cannot be read would else look empty.
    guard came >= 0 || errno == EINTR else { throw FileError(code: errno, path: path) }
    guard came >= 0, (came > 0) != (state.st_size > 0) else { return false }
    // An ordinary file may have grown or been cut short in between.
    var now = stat()
    guard fstat(descriptor, &now) == 0 else { throw FileError(code: errno, path: path) }
    return now.st_size == state.st_size && now.st_blocks == 0
  }

  private func part(into memory: inout [UInt8], at offset: Int) throws(FileError) -> Int {
    while true {
      let came = read(descriptor, &memory, memory.count, offset)
      if came >= 0 { return came }
      guard errno == EINTR else { throw FileError(code: errno, path: path) }
    }
  }
}
