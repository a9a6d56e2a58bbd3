import Foundation

/// Words to the reader while the measuring goes on, apart from the figures.
enum Progress {
  /// Says a line on standard error.
  static func say(_ words: String) {
    FileHandle.standardError.write(Data("bench: \(words)\n".utf8))
  }
}
