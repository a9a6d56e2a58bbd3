/// What a pager tells, to any number of observers.
extension Pager {
  /// Calls an observer after every change, on the main actor, when the new state can be read.
  ///
  /// A call may come before the command that causes it returns, and may give commands itself. It may
  /// also let observers go and add others. Observers are called in the order they came. One that is
  /// let go is not called any more, also where another one lets it go that was called before it for
  /// the same change. A new one is called for the changes that happen after it came: not for one that
  /// is being told, nor for one that has happened and is still to be told.
  ///
  /// - Returns: what keeps the observer; without it nothing is told.
  public func observe(_ observer: @escaping (PagerUpdate<Item>) -> Void) -> PagerObservation {
    let number = observers.add(observer)
    return PagerObservation { [weak observers] in observers?.remove(number) }
  }

  /// What changes from now on, in order, none left out: who took a `snapshot` before has by each
  /// difference the list as it was at that moment.
  ///
  /// Updates wait in memory until they are read. It ends with the pager.
  public var changes: AsyncStream<PagerUpdate<Item>> { observers.stream() }
}
