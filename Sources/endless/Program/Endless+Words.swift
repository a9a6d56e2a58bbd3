extension Endless {
  /// The command line where it has words alone, or nothing; nil where there is an option to parse.
  ///
  /// The parser looks at all that the program is made of, which takes longer than everything else up
  /// to the first screen: four fifths of `endless FILE`.
  static func ofWords(_ arguments: [String]) throws -> Endless? {
    guard !arguments.contains(where: { $0.hasPrefix("-") }) else { return nil }
    var endless = Endless()
    endless.words = arguments
    endless.paging = .unasked
    endless.plainForm = .unasked
    endless.looks = .unasked
    endless.text = .unasked
    endless.timeline = .unasked
    endless.secure = .unasked
    endless.log = nil
    try endless.validate()
    return endless
  }
}

// What each group is where nothing is asked, as its declarations say: a property that is left out here
// cannot be read, and every start shows it.

extension PagingOptions {
  fileprivate static var unasked: Self {
    var options = Self()
    options.pageSize = usualPageSize
    options.prefetch = nil
    options.keep = nil
    options.maxRequests = nil
    options.retryFor = usualPatience
    return options
  }
}

extension PlainOptions {
  fileprivate static var unasked: Self {
    var options = Self()
    options.plain = false
    options.json = false
    options.limit = nil
    return options
  }
}

extension LooksOptions {
  fileprivate static var unasked: Self {
    var options = Self()
    options.color = .auto
    options.ascii = false
    options.mouse = false
    return options
  }
}

extension TextOptions {
  fileprivate static var unasked: Self {
    var options = Self()
    options.lineNumbers = false
    return options
  }
}

extension TimelineOptions {
  fileprivate static var unasked: Self {
    var options = Self()
    options.latency = 0
    options.failEvery = 0
    return options
  }
}

extension SecureOptions {
  fileprivate static var unasked: Self {
    var options = Self()
    options.isOn = false
    options.posts = nil
    options.likes = nil
    options.slots = nil
    options.sessions = nil
    options.idleLimit = nil
    options.timeLimit = nil
    options.inputLimit = nil
    return options
  }
}
