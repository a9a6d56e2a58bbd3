/// Styles requested by text through SGR, "select graphic rendition" of ECMA-48 8.3.117, with the
/// colors of ISO 8613-6 in xterm's notation.
extension Style {
  /// Changes the style by the parameters between `ESC [` and `m`.
  ///
  /// Unknown parameters are ignored; blinking and hidden text are shown as normal text. Cost:
  /// proportional to the number of bytes.
  mutating func apply(rendition parameters: ArraySlice<UInt8>) {
    // Missing parameters mean 0 (ECMA-48 8.3.117).
    if parameters.isEmpty { self = .plain }
    var fields = ParameterFields(parameters)
    while let field = fields.next() { apply(field, &fields) }
  }

  private mutating func apply(_ field: ParameterFields.Field, _ rest: inout ParameterFields) {
    let number = field.number ?? 0
    switch number {
    case 0: self = .plain
    case 1...9: set(Self.attributes[number], (field.parts.first ?? 1) ?? 0 != 0)
    case 21: set(.underline, true)
    case 22: set([.bold, .dim], false)
    case 23...29: set(Self.attributes[number - 20], false)
    case 30...37: foreground = .indexed(UInt8(number - 30))
    case 38: foreground = Self.color(field, &rest) ?? foreground
    case 39: foreground = .default
    case 40...47: background = .indexed(UInt8(number - 40))
    case 48: background = Self.color(field, &rest) ?? background
    case 49: background = .default
    // The color of an underline, which is ignored.
    case 58: _ = Self.color(field, &rest)
    case 90...97: foreground = .indexed(UInt8(number - 90 + 8))
    case 100...107: background = .indexed(UInt8(number - 100 + 8))
    default: break
    }
  }

  /// The attributes in the order of their numbers.
  private static let attributes: [Attributes] = [
    [], .bold, .dim, .italic, .underline, [], [], .reverse, [], .strikethrough,
  ]

  private mutating func set(_ attributes: Attributes, _ isOn: Bool) {
    if isOn { self.attributes.formUnion(attributes) } else { self.attributes.subtract(attributes) }
  }

  /// A color after 38, 48 or 58: `5;n` or `2;r;g;b`, or the same with colons and optionally with a
  /// color space; nil if it is invalid.
  private static func color(
    _ field: ParameterFields.Field, _ rest: inout ParameterFields
  ) -> Color? {
    guard field.parts.isEmpty else {
      let parts = field.parts.map { $0 ?? 0 }
      return color(parts[0], parts.count > 4 ? parts[2...] : parts[1...])
    }
    guard let kind = rest.next()?.number, kind == 2 || kind == 5 else { return nil }
    let numbers = (0..<(kind == 2 ? 3 : 1)).map { _ in rest.next()?.number ?? 0 }
    return color(kind, numbers[...])
  }

  private static func color(_ kind: Int, _ numbers: ArraySlice<Int>) -> Color? {
    let channels = numbers.compactMap { UInt8(exactly: $0) }
    switch (kind, channels.count) {
    case (5, 1...): return .indexed(channels[0])
    case (2, 3...): return .rgb(red: channels[0], green: channels[1], blue: channels[2])
    default: return nil
    }
  }
}
