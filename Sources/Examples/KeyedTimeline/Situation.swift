import Paging

/// The four states of a list, as one word.
enum Situation {
  /// Nothing was loaded yet.
  case initial
  /// There is more.
  case ready
  /// A page is on its way.
  case loading
  /// There is nothing more.
  case end
}

extension Pager {
  /// Where the list stands; what failed or was stopped is ready to be tried again.
  var situation: Situation {
    if isLoading { return .loading }
    guard hasLoaded else { return .initial }
    return state(of: .append) == .end ? .end : .ready
  }
}
