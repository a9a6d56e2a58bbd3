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
