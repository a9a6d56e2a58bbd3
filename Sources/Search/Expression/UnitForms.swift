/// The forms in UTF-16 of a character of a pattern: the character and, if case is ignored, its
/// other cases.
struct UnitForms: Equatable {
  /// The units of each form; all forms have the same number of units.
  let all: [[UInt16]]

  /// - Returns: nil if the forms have different numbers of units.
  init?(_ scalar: Unicode.Scalar, ignoresCase: Bool) {
    let forms = ignoresCase ? Self.cases(of: scalar) : [scalar]
    all = forms.map { Array(String($0).utf16) }
    guard all.allSatisfy({ $0.count == all[0].count }) else { return nil }
  }

  /// Letters that are equal to other letters if case is ignored, but are not the lower or upper
  /// case of these (CaseFolding.txt of Unicode).
  ///
  /// They are for example the Kelvin sign, the long s, the micro sign, and the final sigma. The
  /// upper case of ß is written SS, but a search compares single characters. The last three pairs
  /// are equal since Unicode 15.1.
  private static let thirdCases: [Unicode.Scalar: [Unicode.Scalar]] = {
    let letters =
      "\u{B5}ſ\u{345}ςϐϑϕϖϰϱϴϵ\u{1C80}\u{1C81}\u{1C82}\u{1C83}\u{1C84}\u{1C85}\u{1C86}\u{1C87}\u{1C88}"
      + "ẛẞ\u{1FBE}\u{2126}\u{212A}\u{212B}"
    var all: [Unicode.Scalar: [Unicode.Scalar]] = [:]
    for letter in letters.unicodeScalars {
      for other in mapped(letter) { all[other, default: []].append(letter) }
    }
    let pairs: [(Unicode.Scalar, Unicode.Scalar)] = [
      ("\u{390}", "\u{1FD3}"), ("\u{3B0}", "\u{1FE3}"), ("\u{FB05}", "\u{FB06}"),
    ]
    for (one, other) in pairs {
      all[one, default: []].append(other)
      all[other, default: []].append(one)
    }
    return all
  }()

  private static func cases(of scalar: Unicode.Scalar) -> [Unicode.Scalar] {
    var all = mapped(scalar)
    for letter in all.compactMap({ thirdCases[$0] }).joined() where !all.contains(letter) {
      all.append(letter)
    }
    return all
  }

  /// A character, its lower and upper cases, and the cases of these.
  private static func mapped(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
    var (all, at) = ([scalar], 0)
    while at < all.count {
      let properties = all[at].properties
      for mapping in [
        properties.lowercaseMapping, properties.uppercaseMapping, properties.titlecaseMapping,
      ].map(\.unicodeScalars) where mapping.count == 1 {
        if let other = mapping.first, !all.contains(other) { all.append(other) }
      }
      at += 1
    }
    return all
  }
}
