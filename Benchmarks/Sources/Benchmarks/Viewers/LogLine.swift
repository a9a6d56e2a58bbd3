/// A line of the files, generated from its number alone: 100 bytes including the newline, and more
/// if it has color sequences.
///
/// Its last ten letters are its *mark*. Five of them depend on the number modulo 52, and five on
/// the number modulo 51. Therefore the marks of lines up to 50 apart differ in each letter, and a
/// program that writes only the differences writes the whole mark if one line replaces another.
/// Among 2,652 consecutive lines, each mark occurs once. A mark contains no blank, and hardly ever
/// the same letter twice in a row, because a program may send a blank as a movement of the cursor,
/// and a repeated letter once with a count.
struct LogLine {
  /// The line's number, from 1.
  let number: Int

  /// The number of bytes in a line.
  static let length = 100
  /// The number of bytes in a line with color sequences.
  static let coloredLength =
    length
    + [dim, blue, orange, green].reduce(0) { $0 + $1.utf8CodeUnitCount + plain.utf8CodeUnitCount }

  private static let dim: StaticString = "\u{1B}[2m"
  private static let blue: StaticString = "\u{1B}[1;34m"
  private static let orange: StaticString = "\u{1B}[38;5;208m"
  private static let green: StaticString = "\u{1B}[32m"
  private static let plain: StaticString = "\u{1B}[m"

  private static let letters = Array(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ".utf8)
  private static let markLength = 10

  /// The mark; if it is on the screen, so is the whole line.
  var mark: [UInt8] {
    (0..<Self.markLength).map { index in
      let period = index < 5 ? 52 : 51
      return Self.letters[(number + 5 * index) % period]
    }
  }

  /// Writes the line into memory that has its length.
  func write(to memory: UnsafeMutableBufferPointer<UInt8>, isColored: Bool) {
    var pen = LinePen(memory: memory)
    func color(_ sequence: StaticString) { if isColored { pen.write(sequence) } }
    color(Self.dim)
    let second = number / 7
    // The time, in whole seconds, increases with the number, because lnav sorts by the time.
    pen.write("2026-03-")
    pen.write(1 + second / 86_400, digits: 2)
    pen.write(" ")
    for (unit, end) in [(3_600, ":"), (60, ":"), (1, ".")] as [(Int, StaticString)] {
      pen.write(second / unit % (unit == 3_600 ? 24 : 60), digits: 2)
      pen.write(end)
    }
    pen.write(number * 37 % 1_000, digits: 3)
    pen.write(" host-")
    pen.write(number % 17, digits: 2)
    color(Self.plain)
    pen.write(" ")
    color(Self.blue)
    pen.write("orders")
    color(Self.plain)
    pen.write("[")
    pen.write(1_000 + number * 13 % 9_000, digits: 4)
    pen.write("] ")
    color(Self.green)
    pen.write("INFO")
    color(Self.plain)
    pen.write(" ")
    color(Self.orange)
    // This number differs from the number of the line, because the benchmark searches the screen
    // for a viewer's own line numbers.
    pen.write(number &* 2_654_435_761 % 4_294_967_296, digits: 8, base: 16)
    color(Self.plain)
    pen.write(number % 3 == 0 ? " answered in " : " passed on in ")
    pen.write(number * 29 % 1_000, digits: 3)
    pen.write(" ms ")
    pen.fill(to: memory.count - 2 - Self.markLength, with: number)
    pen.write(" ")
    pen.write(mark)
    pen.write("\n")
  }
}
