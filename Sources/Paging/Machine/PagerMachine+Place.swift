/// Keeping the drawn entries in place while other entries change around them.
extension PagerMachine {
  /// The drawn entries, and those near them.
  struct DrawnPlace {
    let drawn: Range<Int>
    /// The drawn entries that are held.
    let held: Range<Int>
    /// The drawn entries that are held, then the entries near them, each with its offset from the
    /// first drawn entry that is held.
    let places: [(id: PagerEntry<Item>.ID, offset: Int)]
  }

  /// The entries that are drawn now, and those near them; nil before the first frame.
  var drawnPlace: DrawnPlace? {
    guard let drawn else { return nil }
    let held = drawn.clamped(to: 0..<count)
    // If none of the drawn entries remains, the nearest other entry keeps the place.
    let near =
      (max(0, held.lowerBound - 32)..<held.lowerBound).reversed()
      + Array(held.upperBound..<min(count, held.upperBound + 32))
    let indices = Array(held) + near
    let places = zip(indices, store.entries(at: indices)).map {
      (id: $1.id, offset: $0 - held.lowerBound)
    }
    return DrawnPlace(drawn: drawn, held: held, places: places)
  }

  /// Changes the held entries, and keeps the drawn ones if they still exist.
  ///
  /// - Parameter touched: items that the change may move, which are used to find the place only if
  ///   no other entry can be used; nil if the change only appends entries at the end.
  @discardableResult
  mutating func keepingPlace<Result>(
    except touched: Set<Item.ID>? = [], _ change: (inout PagerMachine) -> Result
  ) -> Result {
    guard let touched else {
      defer { clampDrawn() }
      return change(&self)
    }
    let (place, mark) = (drawnPlace, placeMark(except: touched))
    let result = change(&self)
    if let mark, let index = store.index(of: mark.id) {
      startOrdinal = startOrdinal.map { $0 + store.firstOrdinal + index - mark.ordinal }
    }
    restore(place, except: touched)
    return result
  }

  /// Sets the drawn range to the entries that were drawn before, if they still exist.
  mutating func restore(_ place: DrawnPlace?, except touched: Set<Item.ID>) {
    guard let place else { return }
    let shift = shift(of: place, except: touched)
    let lower =
      shift.map { $0 + place.drawn.lowerBound - place.held.lowerBound } ?? place.drawn.lowerBound
    drawn = lower..<lower + place.drawn.count
    clampDrawn()
  }

  /// Returns the new index of the first drawn entry that was held, computed from an entry that has
  /// kept its place; nil if none of the entries is still held.
  ///
  /// An entry that the change did not touch has kept its place; drawn entries are tried first. If
  /// only an entry near the drawn ones is untouched, a drawn entry that is still near its old place
  /// is preferred to it.
  private func shift(of place: DrawnPlace, except touched: Set<Item.ID>) -> Int? {
    let kept = place.places.enumerated().compactMap { number, entry in
      store.index(of: entry.id).map { index in
        (
          shift: index - entry.offset, isDrawn: number < place.held.count,
          isTouched: isTouched(entry.id, touched)
        )
      }
    }
    let still = kept.first { !$0.isTouched }
    guard let still, !still.isDrawn else { return (still ?? kept.first)?.shift }
    let near = kept.first { $0.isDrawn && abs($0.shift - still.shift) <= touched.count }
    return (near ?? still).shift
  }

  /// Returns an entry near the start that the change will probably not move, with its ordinal,
  /// which shows by how much the change shifts the ordinals of the whole list.
  private func placeMark(
    except touched: Set<Item.ID>
  ) -> (id: PagerEntry<Item>.ID, ordinal: Int)? {
    let index = (0..<min(count, 2 * touched.count + 1)).first { !isTouched(store[$0].id, touched) }
    guard count > 0 else { return nil }
    return (store[index ?? 0].id, store.firstOrdinal + (index ?? 0))
  }

  private func isTouched(_ id: PagerEntry<Item>.ID, _ touched: Set<Item.ID>) -> Bool {
    if case .item(let id) = id { touched.contains(id) } else { true }
  }
}
