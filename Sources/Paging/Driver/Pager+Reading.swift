/// The state of the list; unless stated otherwise, reading a property costs O(1), and reading an
/// entry O(log pages held).
///
/// Properties that need more than one access read the machine in place, because a list reads them
/// several times per frame.
extension Pager {
  /// The configuration of the list.
  public var configuration: PagerConfiguration { machine.configuration }
  /// The traits of the source.
  public var traits: PagingTraits { machine.traits }
  /// The number of entries held.
  public var count: Int { machine.count }
  /// The number of new items at the head that refreshes have found and the reader has not seen.
  public var newCount: Int { machine.newCount }
  /// Whether the true start or end is held, as far as the source has reported it; true before the
  /// first page has arrived.
  public func reaches(_ edge: Edge) -> Bool { reading { $0.reaches(edge) } }
  /// Whether a first page has arrived.
  public var hasLoaded: Bool { machine.hasLoaded }
  /// The entry at an index from 0 to `count` - 1; any other index is a programming error and ends
  /// the program.
  public subscript(index: Int) -> Entry { reading { $0[index] } }
  /// Returns the number of entries before an entry in the whole list; nil if that number is not
  /// known.
  ///
  /// The index is not checked: for an index outside the entries, the number is extrapolated from
  /// them.
  public func place(ofEntry index: Int) -> Int? { reading { $0.place(ofEntry: index) } }
  /// Returns the index of an entry, or nil if it is not held.
  public func index(of id: Entry.ID) -> Int? { reading { $0.index(of: id) } }
  /// Returns the entry with an identity, or nil if it is not held.
  public func entry(_ id: Entry.ID) -> Entry? {
    reading { machine in machine.index(of: id).map { machine[$0] } }
  }
  /// Returns the cursor of a held item, from which the items after it can be loaded; nil if the
  /// item is not held or has no cursor.
  public func cursor(of id: Item.ID) -> Cursor? { machine.store.cursor(of: id) }
  /// All entries held now, in O(entries).
  public var snapshot: [Entry] { machine.store.entries(at: Array(0..<count)) }
  /// Returns the state of the loads for a reason.
  public func state(of reason: LoadReason) -> LoadState { reading { $0.state(of: reason) } }
  /// Returns the number of the running attempt of a load: 1 for the first, and greater after
  /// automatic retries; 1 if no load runs.
  public func attempt(of reason: LoadReason) -> Int { reading { $0.attempt(of: reason) } }
  /// Returns the state of the load that fills a gap; `.idle` if no load concerns the gap.
  public func state(ofGap gap: Int) -> LoadState { reading { $0.state(ofGap: gap) } }
  /// Returns the approximate number of items missing in a gap, at least 1; nil if it is not known.
  public func missingCount(inGap gap: Int) -> Int? { reading { $0.missingCount(inGap: gap) } }
  /// The number of items in the source; nil if the source does not say, or if its number was wrong.
  public var totalCount: Int? { machine.totalCount }
  /// The number of items before the first entry that exist in a counted source but are not held.
  public var leadingPlaceholders: Int { reading { $0.leadingPlaceholders } }
  /// The number of items after the last entry that exist in a counted source but are not held.
  public var trailingPlaceholders: Int { reading { $0.trailingPlaceholders } }
  /// The number of loaded items that filters have left out since the list was last replaced.
  public var leftOutCount: Int { machine.leftOutCount }
  /// Whether the pager is loading page after page to the end; see `seekEnd()`.
  public var seeksEnd: Bool { machine.seeksEnd }
  /// Whether any load is running.
  public var isLoading: Bool { LoadReason.allCases.contains { state(of: $0) == .loading } }
  /// Whether a load has failed because its cursor has expired; if so, `retry()` restarts the list
  /// from its first page.
  public var hasExpired: Bool { reading { $0.loads.hasExpired } }
  /// Whether the entries are still those of the previous source, because no page of the new one has
  /// arrived.
  package var isForeign: Bool { machine.isForeign }
  /// Whether any load is waiting before it continues automatically.
  public var isWaiting: Bool {
    LoadReason.allCases.contains { if case .waiting = state(of: $0) { true } else { false } }
  }
}
