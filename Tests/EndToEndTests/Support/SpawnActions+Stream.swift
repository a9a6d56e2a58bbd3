import Glibc

extension SpawnActions {
  /// Connects a standard stream; returns the test's end of it if it is a pipe.
  ///
  /// The program's end is added to `theirs`, to be closed by the caller once the program runs.
  @Starter
  mutating func connect(
    _ descriptor: Int32, to stream: StandardStream, opening theirs: inout [Int32]
  ) throws(HarnessError) -> Channel? {
    let isInput = descriptor == 0
    switch stream {
    case .terminal:
      return nil
    case .file(let path):
      let flags = isInput ? O_RDONLY : O_WRONLY | O_CREAT | O_TRUNC
      try open(path, as: descriptor, flags: flags)
      return nil
    case .pipe:
      let ends = try SystemCall.pipe()
      theirs.append(isInput ? ends.reading : ends.writing)
      let own = isInput ? ends.writing : ends.reading
      let channel = Channel(owning: own)
      try SystemCall.makeNonblocking(own)
      try copy(isInput ? ends.reading : ends.writing, to: descriptor)
      return channel
    }
  }
}
