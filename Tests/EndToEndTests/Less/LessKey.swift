/// A key as the manual of less writes it: `^E`, `ESC-v`, `Space`, `:n`.
struct LessKey: Hashable, Sendable {
  let name: String

  /// The bytes that a terminal sends for it.
  var bytes: [UInt8] {
    if let sequence = Self.named[name] { return Array(sequence.utf8) }
    if name.hasPrefix("ESC-") { return [0x1B] + LessKey(name: String(name.dropFirst(4))).bytes }
    if name.hasPrefix(":") { return Array(name.utf8) + [0x0D] }
    if name.hasPrefix("^"), name.count.isMultiple(of: 2) {
      let letters = name.utf8.enumerated().filter { !$0.offset.isMultiple(of: 2) }
      return letters.map { $0.element & 0x1F }
    }
    return Array(name.utf8)
  }

  private static let named = [
    "Enter": "\r", "Space": " ", "Backspace": "\u{7F}", "PageDown": "\u{1B}[6~",
    "PageUp": "\u{1B}[5~",
    "Home": "\u{1B}[1~", "End": "\u{1B}[4~", "RightArrow": "\u{1B}OC", "LeftArrow": "\u{1B}OD",
    "^RightArrow": "\u{1B}[1;5C", "^LeftArrow": "\u{1B}[1;5D",
  ]
}
