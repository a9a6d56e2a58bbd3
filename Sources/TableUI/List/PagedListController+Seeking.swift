import Paging

/// Loading on, page after page, to a place that is not held yet.
extension PagedListController {
  /// Whether the list loads on to a place.
  public var isLoadingOn: Bool { goal != nil }

  /// Whether the reader is on the way to a place: by a jump, by loading on, by a movement that waits, or
  /// among placeholders whose items are on their way.
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

  /// Loads on until a place is held; movements wait for it and begin there, and what is in sight stays.
  ///
  /// Another jump ends it, and so do Escape and `^C`. Cost: the loads; pages far behind are
  /// dropped meanwhile.
  public func loadOn(to goal: ListGoal) {
    // Movements stay: what was typed behind the jump that leads here begins at the goal.
    (opening, onArrival) = (nil, nil)
    stopSeeking()
    guard pager.hasLoaded else {
      return opening = { [weak self] in self?.loadOn(to: goal) }
    }
    self.goal = goal
    goOnToGoal()
  }

  /// Asks for what leads to the goal, or finds that it is there.
  private func goOnToGoal() {
    guard let goal else { return }
    if goal.find() == nil {
      switch goal.edge {
      case .trailing: pager.seekEnd()
      case .leading: pager.paginate(.leading)
      }
    }
    lookForGoal()
  }

  /// Ends the way to the goal where that is held, or where nothing more comes; called after each update.
  func lookForGoal() {
    guard let goal else { return }
    if let index = goal.find() { return end(goal, .found(index)) }
    if pager.reaches(goal.edge) { return end(goal, .exhausted) }
    switch (goal.edge, pager.state(of: goal.reason)) {
    case (_, .failed), (_, .cancelled): end(goal, .interrupted)
    case (.trailing, _): if !pager.seeksEnd { end(goal, .interrupted) }
    // What is at the top is what the next load begins at.
    case (.leading, _): tableView.scrollToStart()
    }
  }

  private func end(_ goal: ListGoal, _ outcome: ListGoal.Outcome) {
    pager.stopSeeking()
    self.goal = nil
    goal.onEnd(outcome)
    onNeedsDisplay?()
  }

  /// Gives the goal up.
  func stopSeeking() {
    pager.stopSeeking()
    guard let goal else { return }
    self.goal = nil
    goal.onEnd(.interrupted)
  }

  /// Does something that the pager is asked, after which the way to the goal goes on.
  func keepingGoal(_ action: () -> Void) {
    let goal = goal
    self.goal = nil
    action()
    self.goal = goal
    goOnToGoal()
  }

  /// Stops the way to the goal, because the reader asked for that.
  func endSeeking() {
    let stopped = goal
    goal = nil
    pager.stopSeeking()
    cancelPendingMovements()
    show(stopped?.isEnd == true ? statusRows.stoppedSeeking : Message("stopped"))
    stopped?.onEnd(.stopped)
  }

  /// Whether the way to the goal goes on by a key only.
  var isGoalPaused: Bool {
    guard let goal, case .paused = pager.state(of: goal.reason) else { return false }
    return true
  }

  /// Whether the pager keeps what the goal is loaded at, and not what is in sight.
  var isBesideSight: Bool {
    goal.map { $0.edge == .trailing && !$0.isEnd && pager.count > 0 } ?? false
  }

  /// What the status line says of the way to the goal: how far it is.
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
  /// Why more is loaded for it.
  fileprivate var reason: LoadReason { edge == .trailing ? .append : .prepend }
}
