/// Where the bytes of a stream come from.
///
/// It is made and asked by one thread, which it may keep waiting.
protocol ByteProducer: AnyObject {
  /// Waits for bytes, and returns how many came: 0 at the end.
  ///
  /// - Throws: why there will be no more.
  func read(into memory: UnsafeMutableRawBufferPointer) throws(FileError) -> Int
}
