extension Key: CustomStringConvertible {
  /// The key as a help screen shows it: `j`, `Space`, `^N`, `M-x`, `F5`, `PgDn`, `C-↑`.
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
