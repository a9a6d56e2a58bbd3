public import Terminal

/// What is typed before a command's key.
public enum Prefix: Hashable, Sendable {
  /// Nothing.
  case none
  /// A number, as in `12G`.
  case number
  /// Another key, as in `''`.
  case key(Key)

  /// Whether a key may be its first.
  func begins(with key: Key) -> Bool {
    switch self {
    case .none: false
    case .number: key.digit != nil
    case .key(let first): key == first
    }
  }
}

extension Key {
  /// The letter from `a` to `z` or from `A` to `Z` that a key stands for, or nil.
  var letter: Unicode.Scalar? {
    guard modifiers.isEmpty, case .character(let scalar) = code,
      ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
    else { return nil }
    return scalar
  }

  /// The digit that a key stands for, or nil.
  var digit: Int? {
    guard modifiers.isEmpty, case .character(let scalar) = code, ("0"..."9").contains(scalar) else {
      return nil
    }
    return Int(scalar.value) - 0x30
  }
}

/// What was typed and waits for the key that it belongs to.
enum PendingPrefix: Hashable {
  case nothing
  case number(Int)
  case key(Key)

  /// The same with a key added, or nil if that does not belong to it: no command begins with it, or
  /// what was typed goes before it.
  ///
  /// Digits that would make a number greater than the greatest one change nothing; Backspace takes
  /// the last digit away.
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

  /// What a command's prefix must be to follow it.
  var prefix: Prefix {
    switch self {
    case .nothing: .none
    case .number: .number
    case .key(let key): .key(key)
    }
  }

  /// The number for the command; 1 if none was typed.
  var number: Int { if case .number(let number) = self { number } else { 1 } }

  /// How it is shown while it waits, or nil for nothing.
  func message(_ symbols: Symbols) -> Message? {
    switch self {
    case .nothing: nil
    case .number(let number): Message("\(number)", .accent)
    case .key(let key): Message(symbols.name(of: key), .accent)
    }
  }
}
