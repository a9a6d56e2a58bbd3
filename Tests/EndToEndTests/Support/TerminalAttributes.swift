import Glibc

/// A terminal's line settings at one moment (`termios`), to be compared with another's.
struct TerminalAttributes: Hashable, Sendable {
  /// What happens to input (`c_iflag`).
  let inputFlags: UInt32
  /// What happens to output (`c_oflag`).
  let outputFlags: UInt32
  /// The line's hardware settings (`c_cflag`).
  let controlFlags: UInt32
  /// Echo, line editing, signals (`c_lflag`).
  let localFlags: UInt32
  /// The special characters, and the least count and time of a read (`c_cc`).
  let characters: [UInt8]

  /// Takes the settings over from the C structure.
  init(_ settings: termios) {
    inputFlags = settings.c_iflag
    outputFlags = settings.c_oflag
    controlFlags = settings.c_cflag
    localFlags = settings.c_lflag
    characters = withUnsafeBytes(of: settings.c_cc) { Array($0) }
  }

  /// Whether input is echoed (`ECHO`).
  var echoes: Bool { localFlags & UInt32(ECHO) != 0 }
  /// Whether input comes by the line, with line editing (`ICANON`).
  var readsLines: Bool { localFlags & UInt32(ICANON) != 0 }
  /// Whether ^C, ^Z and ^\ are signals (`ISIG`).
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
