/// A pen that writes a line into memory of the same length, at an advancing position.
struct LinePen {
  let memory: UnsafeMutableBufferPointer<UInt8>
  var place = 0

  mutating func write(_ byte: UInt8) {
    if place >= memory.count { fatalError("a line is longer than \(memory.count) bytes") }
    memory[place] = byte
    place += 1
  }

  mutating func write(_ bytes: [UInt8]) { for byte in bytes { write(byte) } }

  mutating func write(_ text: StaticString) {
    text.withUTF8Buffer { for byte in $0 { write(byte) } }
  }

  mutating func write(_ value: Int, digits: Int, base: Int = 10) {
    var rest = value
    for index in (0..<digits).reversed() {
      let digit = UInt8(rest % base)
      memory[place + index] = digit < 10 ? 48 + digit : 87 + digit
      rest /= base
    }
    place += digits
  }

  /// Writes a bar of `=` and `-` up to an index; its number of `=` depends on a number.
  mutating func fill(to end: Int, with number: Int) {
    let full = place + number % max(1, end - place)
    while place < end { write(place < full ? 61 : 45) }
  }
}
