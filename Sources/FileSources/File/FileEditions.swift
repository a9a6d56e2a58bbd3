/// The file at a path, opened again when another has taken its place; one without a size, when it
/// holds something else by now.
actor FileEditions {
  private var file: TextFile
  /// The greatest size seen: a log that has less now was cut short and begun anew.
  private var greatestSize = 0

  init(first: TextFile) {
    file = first
  }

  /// The open file and its size.
  ///
  /// - Parameter anew: whether it is opened again if its path leads to another one, or if it was
  ///   cut short. Where that fails the open one is read on.
  /// - Throws: what fstat(2) says.
  func current(anew: Bool = false) throws(FileError) -> (file: TextFile, size: Int) {
    var size = try file.size()
    if anew, isOther(size), let next = reopened() {
      file = next
      size = try file.size()
      greatestSize = 0
    }
    greatestSize = max(greatestSize, size)
    return (file, size)
  }

  /// Whether there may be other lines by now: of what has no size only reading tells.
  private func isOther(_ size: Int) -> Bool {
    size < greatestSize || file.content != nil || file.isReplaced()
  }

  private func reopened() -> TextFile? {
    let next = try? TextFile(name: file.name, edition: file.edition + 1, read: file.readBytes)
    return next?.content == nil || next?.content != file.content ? next : nil
  }
}
