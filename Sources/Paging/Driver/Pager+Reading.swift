/// What there is; each costs O(1), and an entry O(log pages held). What does more than look is asked in
/// place: a list asks several times a frame.
extension Pager {
  /// The numbers it works with.
  public var configuration: PagerConfiguration { machine.configuration }
  /// What the source can do.
  public var traits: PagingTraits { machine.traits }
  /// Entries held.
  public var count: Int { machine.count }
  /// New items at the head, found by refreshes, that the reader has not seen.
  public var newCount: Int { machine.newCount }
  /// Whether the true start or end is held, as far as the source has said.
  public func reaches(_ edge: Edge) -> Bool { reading { $0.reaches(edge) } }
  /// Whether a first page has come.
  public var hasLoaded: Bool { machine.hasLoaded }
  /// The entry at an index, from 0 to `count` - 1; any other is a programmer's mistake and ends the
  /// program.
  public subscript(index: Int) -> Entry { reading { $0[index] } }
  /// How many entries stand before an entry in the whole list, or nil where that is not known.
  ///
  /// The index is not checked: one outside the entries counts on from them.
  public func place(ofEntry index: Int) -> Int? { reading { $0.place(ofEntry: index) } }
  /// The index of an entry, or nil if it is not held.
  public func index(of id: Entry.ID) -> Int? { reading { $0.index(of: id) } }
  /// The entry with an identity, or nil if it is not held.
  public func entry(_ id: Entry.ID) -> Entry? {
    reading { machine in machine.index(of: id).map { machine[$0] } }
  }
  /// The cursor of an item that is held, after which what follows it is loaded; nil where the item is
  /// not held, or the source gives items none.
  public func cursor(of id: Item.ID) -> Cursor? { machine.store.cursor(of: id) }
  /// All entries held, as of now; costs them all.
  public var snapshot: [Entry] { (0..<count).map { machine[$0] } }
  /// What the loads of a reason are doing.
  public func state(of reason: LoadReason) -> LoadState { reading { $0.state(of: reason) } }
  /// Which try of a load is out: 1 for the first, more where it is tried again by itself.
  public func attempt(of reason: LoadReason) -> Int { reading { $0.attempt(of: reason) } }
  /// What a gap's load is at; `.idle` for a gap that is closed.
  public func state(ofGap gap: Int) -> LoadState { reading { $0.state(ofGap: gap) } }
  /// About how many items a gap lacks, at least 1; nil where the source does not count.
  public func missingCount(inGap gap: Int) -> Int? { reading { $0.missingCount(inGap: gap) } }
  /// How many items the source has in all, or nil where it does not say.
  public var totalCount: Int? { machine.totalCount }
  /// Items of a counted source that stand before the first entry and are not held.
  public var leadingPlaceholders: Int { reading { $0.leadingPlaceholders } }
  /// Items of a counted source that stand after the last entry and are not held.
  public var trailingPlaceholders: Int { reading { $0.trailingPlaceholders } }
  /// Items that filters left out of what was loaded since the list was last begun.
  public var leftOutCount: Int { machine.leftOutCount }
  /// Whether all that follows is being loaded, to the end; see `seekEnd()`.
  public var seeksEnd: Bool { machine.seeksEnd }
  /// Whether any load is on its way.
  public var isLoading: Bool { LoadReason.allCases.contains { state(of: $0) == .loading } }
  /// Whether a load has failed because its cursor leads nowhere any more: `retry()` begins the list again then.
  public var hasExpired: Bool { reading { $0.loads.hasExpired } }
  /// Whether any load waits to go on by itself.
  public var isWaiting: Bool {
    LoadReason.allCases.contains { if case .waiting = state(of: $0) { true } else { false } }
  }
}
