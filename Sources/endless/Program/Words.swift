import ArgumentParser
import Glibc

/// What the words of the command line that are no options say: what to read, and where to begin.
nonisolated struct Words {
  private(set) var file: String?
  private(set) var start: TextStart?

  init(_ words: [String]) throws {
    for word in words {
      if word.hasPrefix("+") { try take(start: word) } else { try take(source: word) }
    }
    if start != nil, file == nil { throw ValidationError("+N and +G go with a file") }
  }

  /// The bytes of a word as they stand in the command line: a file's name need be no UTF-8, and as text its
  /// other bytes are U+FFFD.
  static func bytes(of word: String) -> [UInt8] {
    let arguments = UnsafeBufferPointer(
      start: CommandLine.unsafeArgv, count: Int(CommandLine.argc))
    let argument = arguments.lazy.compactMap { $0 }.first { String(cString: $0) == word }
    return argument.map {
      UnsafeBufferPointer(start: $0, count: strlen($0)).map(UInt8.init(bitPattern:))
    }
      ?? Array(word.utf8)
  }

  private mutating func take(source word: String) throws {
    if let file { throw ValidationError("there is a source already, '\(file)': one at a time") }
    let isElsewhere = word.contains("://") || word.hasPrefix("exec:") || word.hasPrefix("sqlite:")
    guard word != "-", !isElsewhere else {
      throw ValidationError("nothing can read '\(word)' yet; a file is named by its path")
    }
    file = word
  }

  private mutating func take(start word: String) throws {
    let rest = word.dropFirst()
    if rest == "G" {
      start = .end
    } else if let number = Int(rest), number > 0 {
      start = .line(number)
    } else {
      throw ValidationError("'\(word)' is no place to begin at; it must be +N or +G")
    }
  }
}
