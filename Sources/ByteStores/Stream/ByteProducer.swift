/// Where the bytes of a stream come from.
///
/// One thread asks it, which it may keep waiting.
protocol ByteProducer: AnyObject, Sendable {
  /// Waits for bytes, and returns how many came: 0 at the end.
  ///
  /// - Throws: why there will be no more.
  func read(into memory: UnsafeMutableRawBufferPointer) throws(FileError) -> Int
}
