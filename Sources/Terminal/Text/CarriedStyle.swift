/// The style that lines hand on to those after them.
package enum CarriedStyle {
  /// The bits of the style that holds behind some bytes, from those of the one that held before.
  ///
  /// Cost: the bytes, at the speed of memory where there is no sequence in them.
  package static func next(_ bits: UInt64, _ bytes: ArraySlice<UInt8>) -> UInt64 {
    var (style, rest) = (Style(bits: bits), bytes)
    while let start = rest.firstIndex(of: .escape) {
      rest = rest[start...]
      guard let (sequence, end) = TextSequence.read(rest) else {
        rest = rest.dropFirst()
        continue
      }
      if case .rendition(let parameters) = sequence { style.apply(rendition: parameters) }
      rest = rest[end...]
    }
    return style.bits
  }
}
