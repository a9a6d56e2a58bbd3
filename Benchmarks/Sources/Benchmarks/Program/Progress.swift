import Foundation

/// Messages to the reader during the measurements, separate from the figures.
enum Progress {
  /// Prints a line on standard error.
  static func say(_ words: String) {
    FileHandle.standardError.write(Data("bench: \(words)\n".utf8))
  }
}
