extension Int {
  /// The number in groups of three digits.
  package var grouped: String {
    let digits = String(self).unicodeScalars
    var text = ""
    for (place, digit) in zip((0..<digits.count).reversed(), digits) {
      text.unicodeScalars.append(digit)
      if place > 0, place % 3 == 0 { text += "," }
    }
    return text
  }
}
