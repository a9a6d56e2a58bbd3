/// The name of a level, which some programs write as a number.
struct LogLevelName {
  /// In capitals; a number that stands for nothing as it is.
  let word: String

  /// What bunyan, pino and others count by tens, and syslog(3) from 0.
  private static let tens = ["TRACE", "DEBUG", "INFO", "WARN", "ERROR", "FATAL"]
  private static let priorities = [
    "EMERG", "ALERT", "CRIT", "ERR", "WARNING", "NOTICE", "INFO", "DEBUG",
  ]

  init(_ text: String) { word = Int(text).map { Self.word(of: $0) ?? text } ?? text.uppercased() }

  private static func word(of number: Int) -> String? {
    if priorities.indices.contains(number) { return priorities[number] }
    let index = number / 10 - 1
    return tens.indices.contains(index) ? tens[index] : nil
  }
}
