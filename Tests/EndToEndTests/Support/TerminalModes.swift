import Glibc

/// The state in which the output of a program leaves a terminal: private modes, keypad, margins,
/// style and character set.
///
///     let modes = TerminalModes(await terminal.output)
///     #expect(modes.remaining.isEmpty)
///     #expect(modes.isAsAtStart)
struct TerminalModes: Hashable, Sendable {
  /// The DEC private modes that are on at a terminal's start: line wrap and the cursor.
  static let onAtStart: Set<Int> = [7, 25]

  /// The private modes that differ from the start: those that are on or, for ``onAtStart``, off.
  ///
  /// The numbers are: 1 cursor keys, 7 wrap, 25 cursor, 1000…1006 mouse, 1004 focus, 1049 other
  /// screen, 2004 bracketed paste, 2026 synchronized update.
  private(set) var remaining: Set<Int> = []
  /// Whether the keypad sends application codes (`ESC =`).
  private(set) var hasApplicationKeypad = false
  /// Whether the first character set draws lines (`ESC ( 0`).
  private(set) var drawsLines = false
  /// Whether only some lines scroll (`CSI 2;5 r`).
  private(set) var hasMargins = false
  /// The attributes that are on, each as the SGR number that would reset it (22, 39, …).
  private(set) var style: Set<Int> = []

  /// Whether everything is as at the start.
  var isAsAtStart: Bool { self == TerminalModes([]) }

  /// Reads all output since the start of a terminal, in one pass over the bytes.
  init(_ output: [UInt8]) {
    for sequence in EscapeSequences(output) { apply(sequence) }
  }

  private mutating func apply(_ sequence: EscapeSequence) {
    switch sequence {
    case .plain(intermediate: nil, final: "="): hasApplicationKeypad = true
    case .plain(intermediate: nil, final: ">"): hasApplicationKeypad = false
    case .plain(intermediate: "(", let final): drawsLines = final == "0"
    case .plain(intermediate: nil, final: "c"): self = TerminalModes([])
    case .control(let parameters, final: "m"):
      // A sequence with a prefix such as ">" does not set a style (xterm's key modifiers).
      if parameters.allSatisfy({ $0.isNumber || ";:".contains($0) }) { applyStyle(parameters) }
    case .control(let parameters, final: "r"): hasMargins = parameters.contains { $0.isNumber }
    case .control(let parameters, final: "h"): set(parameters, on: true)
    case .control(let parameters, final: "l"): set(parameters, on: false)
    default: break
    }
  }

  private mutating func set(_ parameters: String, on: Bool) {
    guard parameters.first == "?" else { return }
    for mode in parameters.dropFirst().split(separator: ";").compactMap({ Int($0) }) {
      if on == Self.onAtStart.contains(mode) {
        remaining.remove(mode)
      } else {
        remaining.insert(mode)
      }
    }
  }

  private mutating func applyStyle(_ parameters: String) {
    var fields = parameters.split(separator: ";", omittingEmptySubsequences: false)[...]
    while let field = fields.popFirst() {
      let parts = field.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
      let number = parts.first ?? 0
      // "38;5;n" and "38;2;r;g;b"; with colons the color is in the same field.
      if [38, 48, 58].contains(number), parts.count == 1 {
        fields = fields.dropFirst(fields.first == "2" ? 4 : 2)
      }
      apply(style: number, isOff: number == 4 && parts.count > 1 && parts[1] == 0)
    }
  }

  private mutating func apply(style number: Int, isOff: Bool) {
    switch number {
    case 0: style = []
    case 1, 2: style.insert(22)
    case 4 where isOff: style.remove(24)
    case 3, 4, 7, 8, 9: style.insert(20 + number)
    case 5, 6: style.insert(25)
    case 21: style.insert(24)
    case 30...38, 90...97: style.insert(39)
    case 40...48, 100...107: style.insert(49)
    case 53: style.insert(55)
    case 58: style.insert(59)
    default: style.remove(number)
    }
  }
}

/// A terminal's line settings at one time (`termios`), for comparison with those at another time.
struct TerminalAttributes: Hashable, Sendable {
  /// The processing of input (`c_iflag`).
  let inputFlags: UInt32
  /// The processing of output (`c_oflag`).
  let outputFlags: UInt32
  /// The line's hardware settings (`c_cflag`).
  let controlFlags: UInt32
  /// Echo, line editing, signals (`c_lflag`).
  let localFlags: UInt32
  /// The special characters, and the minimum number of bytes and the timeout of a read (`c_cc`).
  let characters: [UInt8]

  /// Creates the settings from the C structure.
  init(_ settings: termios) {
    inputFlags = settings.c_iflag
    outputFlags = settings.c_oflag
    controlFlags = settings.c_cflag
    localFlags = settings.c_lflag
    characters = withUnsafeBytes(of: settings.c_cc) { Array($0) }
  }

  /// Whether input is echoed (`ECHO`).
  var echoes: Bool { localFlags & UInt32(ECHO) != 0 }
  /// Whether input arrives line by line, with line editing (`ICANON`).
  var readsLines: Bool { localFlags & UInt32(ICANON) != 0 }
  /// Whether ^C, ^Z and ^\ send signals (`ISIG`).
  var hasSignalKeys: Bool { localFlags & UInt32(ISIG) != 0 }
}

extension TerminalAttributes: CustomStringConvertible {
  /// The flags in octal, as termios(3) and the C headers write them, and the characters.
  var description: String {
    let flags = [inputFlags, outputFlags, controlFlags, localFlags]
    let octal = flags.map { String($0, radix: 8) }.joined(separator: ":")
    return "\(octal) \(characters)"
  }
}
