public import Paging

/// A wait for a test: until a list has all that it has asked for.
extension Pager {
  /// Returns when no load is out any more, or the task is cancelled.
  ///
  /// A load that waits for a time counts as none: what a clock brings is for the test to let pass.
  public func settled() async {
    let changes = changes
    guard isLoading else { return }
    for await _ in changes where !isLoading { return }
  }
}
