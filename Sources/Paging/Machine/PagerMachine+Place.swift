/// What is drawn stays what it is, whatever changes around it.
extension PagerMachine {
  /// The entries that are drawn, and those near them.
  struct DrawnPlace {
    let drawn: Range<Int>
    /// Those of them that are held.
    let held: Range<Int>
    /// Entries, those that are drawn first, with how far they stood behind the first of all.
    let places: [(id: PagerEntry<Item>.ID, offset: Int)]
  }

  /// What is drawn now; nil before the first frame.
  var drawnPlace: DrawnPlace? {
    guard let drawn else { return nil }
    let held = drawn.clamped(to: 0..<count)
    // Where nothing of it stays, what is nearest to it holds the place.
    let near =
      (max(0, held.lowerBound - 32)..<held.lowerBound).reversed()
      + Array(held.upperBound..<min(count, held.upperBound + 32))
    let indices = Array(held) + near
    let places = zip(indices, store.entries(at: indices)).map {
      (id: $1.id, offset: $0 - held.lowerBound)
    }
    return DrawnPlace(drawn: drawn, held: held, places: places)
  }

  /// Changes what is held; what is drawn stays what it is, as far as it is still there.
  ///
  /// - Parameter touched: items that may be elsewhere afterwards, and so hold no place where others
  ///   do; nil where nothing is elsewhere, because the change only adds to the end.
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

  /// Lets what was drawn be drawn, as far as it is still there.
  mutating func restore(_ place: DrawnPlace?, except touched: Set<Item.ID>) {
    guard let place else { return }
    let shift = shift(of: place, except: touched)
    let lower =
      shift.map { $0 + place.drawn.lowerBound - place.held.lowerBound } ?? place.drawn.lowerBound
    drawn = lower..<lower + place.drawn.count
    clampDrawn()
  }

  /// Where the first of some entries stands by now, as told by one that holds its place.
  ///
  /// That is one that the change did not touch; but an entry that is drawn and is still near its
  /// place holds it better than another one beside it.
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

  /// An entry near the start that will not move, with its ordinal: places are counted from there.
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
