/// A key press: the key and the modifiers.
///
/// A shifted letter is its upper-case scalar without the Shift modifier. With Control, an ASCII
/// letter is lower case, so `^N` is `n` with Control.
public struct Key: Hashable, Sendable {
  /// The key without its modifiers.
  public enum Code: Hashable, Sendable {
    /// A key for a character, including Space.
    case character(Unicode.Scalar)
    /// An arrow.
    case up, down, left, right
    /// A key of the group above the arrows.
    case home, end, pageUp, pageDown, insert, delete
    /// A key of the main block without a character.
    case backspace, tab, enter, escape
    /// A function key by its number, from 1.
    case function(Int)
  }

  /// The key.
  public var code: Code
  /// The modifiers, except for a Shift that is already part of the character.
  public var modifiers: KeyModifiers

  /// Creates a key press.
  public init(code: Code, modifiers: KeyModifiers = []) {
    self.code = code
    self.modifiers = modifiers
  }
}

extension Key {
  /// The key of a character.
  public static func character(_ scalar: Unicode.Scalar) -> Key { Key(code: .character(scalar)) }

  /// A character with Control; the case of an ASCII letter is ignored.
  public static func control(_ scalar: Unicode.Scalar) -> Key {
    Key(code: .character(scalar.asciiLowercased), modifiers: .control)
  }

  /// A character with Alt.
  public static func alt(_ scalar: Unicode.Scalar) -> Key {
    Key(code: .character(scalar), modifiers: .alt)
  }

  /// A function key by its number, from 1.
  public static func function(_ number: Int) -> Key { Key(code: .function(number)) }

  /// The space bar.
  public static let space = Key(code: .character(" "))
  /// The up arrow.
  public static let up = Key(code: .up)
  /// The down arrow.
  public static let down = Key(code: .down)
  /// The left arrow.
  public static let left = Key(code: .left)
  /// The right arrow.
  public static let right = Key(code: .right)
  /// Home.
  public static let home = Key(code: .home)
  /// End.
  public static let end = Key(code: .end)
  /// Page up.
  public static let pageUp = Key(code: .pageUp)
  /// Page down.
  public static let pageDown = Key(code: .pageDown)
  /// Insert.
  public static let insert = Key(code: .insert)
  /// Delete.
  public static let delete = Key(code: .delete)
  /// Backspace.
  public static let backspace = Key(code: .backspace)
  /// Tab.
  public static let tab = Key(code: .tab)
  /// Tab with Shift.
  public static let backTab = Key(code: .tab, modifiers: .shift)
  /// Enter.
  public static let enter = Key(code: .enter)
  /// Escape.
  public static let escape = Key(code: .escape)
}

extension Unicode.Scalar {
  /// The lower-case letter of A to Z; any other scalar unchanged.
  var asciiLowercased: Unicode.Scalar {
    ("A"..."Z").contains(self) ? properties.lowercaseMapping.unicodeScalars.first ?? self : self
  }
}

extension Key: CustomStringConvertible {
  /// The key as shown on a help screen: `j`, `Space`, `^N`, `M-x`, `F5`, `PgDn`, `C-↑`.
  public var description: String {
    guard case .character(let scalar) = code else {
      return (modifiers.contains(.control) ? "C-" : "") + prefix + code.name
    }
    guard modifiers.contains(.control) else { return prefix + code.name }
    let isLetter = ("a"..."z").contains(scalar)
    return prefix + "^" + (isLetter ? scalar.properties.uppercaseMapping : code.name)
  }

  private var prefix: String {
    (modifiers.contains(.alt) ? "M-" : "") + (modifiers.contains(.shift) ? "S-" : "")
  }
}

extension Key.Code {
  fileprivate var name: String {
    switch self {
    case .character(" "): "Space"
    case .character(let scalar): String(Character(scalar))
    case .up: "↑"
    case .down: "↓"
    case .left: "←"
    case .right: "→"
    case .home: "Home"
    case .end: "End"
    case .pageUp: "PgUp"
    case .pageDown: "PgDn"
    case .insert: "Ins"
    case .delete: "Del"
    case .backspace: "Backspace"
    case .tab: "Tab"
    case .enter: "Enter"
    case .escape: "Esc"
    case .function(let number): "F\(number)"
    }
  }
}

/// The modifiers held during a key press or a mouse event.
public struct KeyModifiers: OptionSet, Hashable, Sendable {
  /// The modifiers as bits.
  public let rawValue: UInt8

  /// Shift, unless it is already part of the character.
  public static let shift = KeyModifiers(rawValue: 1)
  /// Alt, Option or Meta.
  public static let alt = KeyModifiers(rawValue: 2)
  /// Control.
  public static let control = KeyModifiers(rawValue: 4)

  /// Creates a set from its bits.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }
}

extension KeyModifiers {
  /// Creates the set from a parameter of a sequence, which is 1 plus its bits.
  ///
  /// xterm and kitty agree on Shift 1, Alt 2 and Control 4. Bit 8 is Meta for xterm and Super for
  /// kitty, and 32 is kitty's Meta: all count as Alt. The locks (64, 128) are ignored. The result
  /// is nil for anything else, such as Hyper (16).
  init?(parameter: Int) {
    guard (1...256).contains(parameter), (parameter - 1) & 16 == 0 else { return nil }
    let bits = parameter - 1
    self = KeyModifiers(rawValue: UInt8(bits & 7))
    if bits & 40 != 0 { insert(.alt) }
  }
}
