import ByteStores
/// The names in a folder, as they were read last.
actor FolderNames {
  private var held: [[UInt8]]?

  /// - Throws: what readdir(3) says.
  func all(of folder: OpenFolder, anew: Bool) throws(FileError) -> [[UInt8]] {
    if !anew, let held { return held }
    let names = try folder.names()
    held = names
    return names
  }
}
