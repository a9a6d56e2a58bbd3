import Paging

/// Loading page after page to a goal that is not held yet.
extension PagedListController {
  /// Whether the list is loading to a goal.
  public var isLoadingOn: Bool { goal != nil }

  /// Whether the list is on its way to another place: a jump or the loading to a goal is running, a
  /// movement is pending, or the reader is at a placeholder whose item is being loaded.
  public var isOnTheWay: Bool {
    isJumping || isLoadingOn || tableView.isWaiting || awaitsPlaceholder
  }

  private var awaitsPlaceholder: Bool {
    guard pager.state(of: .refresh) == .loading else { return false }
    let section =
      tableView.allowsSelection
      ? tableView.selectedSection : tableView.indexPathsForVisibleRows.first?.section
    return section.map(sections.isPlaceholder) ?? false
  }

  /// Loads pages until a goal is held.
  ///
  /// Meanwhile the visible rows do not change, unless the goal is the end or pages are loaded at
  /// the leading edge; movements typed after the call wait, and then start at the goal. Another
  /// jump, Escape or `^C` stops the loading. Held pages that are far from the edge at which new
  /// ones arrive are dropped. Cost: proportional to the number of loads.
  public func loadOn(to goal: ListGoal) {
    // Movements are kept: those typed after the jump begin at the goal.
    dropOpening()
    onArrival = nil
    stopSeeking()
    guard pager.hasLoaded else {
      return opening = ({ [weak self] in self?.loadOn(to: goal) }, goal)
    }
    self.goal = goal
    loadTowardsGoal()
  }

  /// Drops the action that waits for the first page; a goal that waits ends with the outcome
  /// `.interrupted`.
  func dropOpening() {
    let goal = opening?.goal
    opening = nil
    goal?.onEnd(.interrupted)
  }

  /// Loads the next page toward the goal, or finds that the goal is held.
  private func loadTowardsGoal() {
    guard let goal else { return }
    if goal.find() == nil {
      switch goal.edge {
      case .trailing: pager.seekEnd(isLimited: goal.isLimited)
      case .leading: pager.paginate(.leading)
      }
    }
    checkGoal()
  }

  /// Ends loading to the goal if the goal is held, no more pages follow, or the loads have stopped;
  /// called after each update.
  func checkGoal() {
    guard let goal else { return }
    if let index = goal.find() { return end(goal, .found(index)) }
    if pager.reaches(goal.edge) { return end(goal, .exhausted) }
    switch (goal.edge, pager.state(of: goal.reason)) {
    case (_, .failed), (_, .cancelled): end(goal, .interrupted)
    case (.trailing, _): if !pager.seeksEnd { end(goal, .interrupted) }
    // The next layout then reports the first rows, which makes the pager load the page before them.
    case (.leading, _): tableView.scrollToStart()
    }
  }

  private func end(_ goal: ListGoal, _ outcome: ListGoal.Outcome) {
    pager.stopSeeking()
    self.goal = nil
    goal.onEnd(outcome)
    onNeedsDisplay?()
  }

  /// Stops loading to the goal, with the outcome `.interrupted`.
  func stopSeeking() {
    countedEnd = nil
    pager.stopSeeking()
    guard let goal else { return }
    self.goal = nil
    goal.onEnd(.interrupted)
  }

  /// Runs an action that sends a request to the pager, and then continues to the goal.
  func keepingGoal(_ action: () -> Void) {
    let goal = goal
    self.goal = nil
    action()
    self.goal = goal
    loadTowardsGoal()
  }

  /// Stops loading to the goal at the reader's request.
  func endSeeking() {
    let stopped = goal
    goal = nil
    pager.stopSeeking()
    cancelPendingMovements()
    show(stopped?.isEnd == true ? statusRows.stoppedSeeking : Message("stopped"))
    stopped?.onEnd(.stopped)
  }

  /// Gives up a goal or a movement whose loads are paused until a key continues them, with the
  /// outcome `.interrupted`; returns whether there was one.
  ///
  /// An action that waits for the goal would otherwise wait for that key.
  @discardableResult
  package func giveUpPausedWay() -> Bool {
    guard isLoadingOn || tableView.isWaiting,
      case .paused = pager.state(of: goal?.reason ?? .append)
    else { return false }
    cancelPendingMovements()
    return true
  }

  /// Whether loading to the goal is paused until a key continues it.
  var isGoalPaused: Bool {
    guard let goal, case .paused = pager.state(of: goal.reason) else { return false }
    return true
  }

  /// Whether the pager keeps the entries near the goal's edge rather than the visible ones.
  var keepsGoalEdge: Bool {
    goal.map { $0.edge == .trailing && !$0.isEnd && pager.count > 0 } ?? false
  }

  /// The text for the status line about the goal and the progress toward it; nil if there is none
  /// to show.
  var seekingMessage: Message? {
    guard let goal else { return nil }
    if case .paused(let reason) = pager.state(of: goal.reason) { return statusRows.paused(reason) }
    guard attempt == 1 else { return nil }
    guard goal.edge == .trailing, pager.count > 0, let place = pager.place(ofEntry: pager.count - 1)
    else { return statusRows.seeking(goal.words) }
    let total = pager.totalCount.map { "of \(grouped($0))" } ?? "so far"
    return statusRows.seeking("\(goal.words), \(grouped(place + 1)) \(total)")
  }
}

extension ListGoal {
  /// The reason for the loads toward the goal.
  fileprivate var reason: LoadReason { edge == .trailing ? .append : .prepend }
}
