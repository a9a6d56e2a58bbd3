/// Where an entry stands in all that the source has.
extension PagerMachine {
  /// How many entries stand before an entry in the whole list, dropped ones included, or nil where
  /// the way from the start is not known, as after a jump to the end.
  ///
  /// Cost: O(1). Insertions that no refresh has seen are not counted; a gap counts as one.
  public func place(ofEntry index: Int) -> Int? {
    startOrdinal.map { store.firstOrdinal + index - $0 }
  }

  /// Where the true start is held it is known; from then on ordinals tell how far it is.
  mutating func noteStart() {
    if hasLoaded, holds(.leading) { startOrdinal = store.firstOrdinal }
  }
}
