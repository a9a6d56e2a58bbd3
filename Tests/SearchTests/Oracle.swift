import Glibc
import TemporaryFolders

/// Other programs that find lines: grep(1) for expressions, rg(1) for literals.
final class Oracle {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// The numbers of the lines that an expression matches, counted from 0; nil if grep cannot tell.
  func lines(of text: [UInt8], matching pattern: String, ignoresCase: Bool) -> [Int]? {
    // As in `endless`, letters outside ASCII count as letters, and an expression may match after
    // invalid bytes.
    lines(
      of: text, "(*UCP)(*NO_DOTSTAR_ANCHOR)" + pattern,
      command: "grep -anP \(ignoresCase ? "-i" : "")")
  }

  /// The numbers of the lines that contain some text, counted from 0; nil if rg fails.
  func lines(of text: [UInt8], with literal: String, ignoresCase: Bool) -> [Int]? {
    let options = "--no-config --encoding none -anF \(ignoresCase ? "-i" : "-s")"
    return lines(of: text, literal, command: "rg \(options)")
  }

  private func lines(of text: [UInt8], _ pattern: String, command: String) -> [Int]? {
    write(Array(pattern.utf8), "pattern")
    write(withoutCarriageReturns(text), "text")
    let line = "LC_ALL=C.UTF-8 \(command) -f \(folder.path)/pattern \(folder.path)/text 2>/dev/null"
    guard let output = popen(line, "r") else { return nil }
    var (numbers, number, isNumber, byte) = ([Int](), 0, true, getc(output))
    while byte != EOF {
      if byte == 10 {
        (number, isNumber) = (0, true)
      } else if isNumber, let digit = Character(UnicodeScalar(UInt8(byte))).wholeNumberValue {
        number = number * 10 + digit
      } else if isNumber {
        numbers.append(number - 1)
        isNumber = false
      }
      byte = getc(output)
    }
    // The status is 256 times the exit status of the command; 1 means no match, 2 means an error.
    return pclose(output) >= 2 << 8 ? nil : numbers
  }

  private func write(_ bytes: [UInt8], _ name: String) {
    let file = open(folder.path(name), O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    _ = bytes.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
    close(file)
  }

  /// Removes the carriage returns before line feeds, because both programs treat carriage returns
  /// as text.
  private func withoutCarriageReturns(_ text: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = []
    for byte in text {
      if byte == 10, bytes.last == 13 { bytes.removeLast() }
      bytes.append(byte)
    }
    return bytes
  }
}
