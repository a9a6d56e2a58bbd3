public import Terminal

/// The input before a command's key.
public enum Prefix: Hashable, Sendable {
  /// Nothing.
  case none
  /// A number, as in `12G`.
  case number
  /// Another key, as in `''`.
  case key(Key)

  /// Whether a key may begin this input.
  func begins(with key: Key) -> Bool {
    switch self {
    case .none: false
    case .number: key.digit != nil
    case .key(let first): key == first
    }
  }
}

extension Key {
  /// The letter of the key, from `a` to `z` or from `A` to `Z`; nil if it is another key.
  var letter: Unicode.Scalar? {
    guard modifiers.isEmpty, case .character(let scalar) = code,
      ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
    else { return nil }
    return scalar
  }

  /// The digit of the key; nil if it is another key.
  var digit: Int? {
    guard modifiers.isEmpty, case .character(let scalar) = code, ("0"..."9").contains(scalar) else {
      return nil
    }
    return Int(scalar.value) - 0x30
  }
}

/// Typed input that waits for its command key.
enum PendingPrefix: Hashable {
  case nothing
  case number(Int)
  case key(Key)

  /// The input continued by another key; nil if the key does not continue it.
  ///
  /// Digits that would exceed the greatest number are ignored; Backspace removes the last digit.
  func adding(_ key: Key, to commands: CommandTable, greatest: Int) -> PendingPrefix? {
    switch self {
    case .number(let number):
      if key == .backspace { return number < 10 ? .nothing : .number(number / 10) }
      return key.digit.map { digit in
        number > (greatest - digit) / 10 ? self : .number(number * 10 + digit)
      }
    case .key: return nil
    case .nothing:
      guard commands.begins(with: key) else { return nil }
      return key.digit.map { .number($0) } ?? .key(key)
    }
  }

  /// The prefix that a command must have to follow this input.
  var prefix: Prefix {
    switch self {
    case .nothing: .none
    case .number: .number
    case .key(let key): .key(key)
    }
  }

  /// The number for the command; 1 if none was typed.
  var number: Int { if case .number(let number) = self { number } else { 1 } }

  /// The text shown while the input waits; nil if there is none.
  func message(_ symbols: Symbols) -> Message? {
    switch self {
    case .nothing: nil
    case .number(let number): Message("\(number)", .accent)
    case .key(let key): Message(symbols.name(of: key), .accent)
    }
  }
}
