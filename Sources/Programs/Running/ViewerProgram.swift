import Feeds
import Glibc
package import Viewers

/// The viewer of the sources that a program has.
package enum ViewerProgram {
  private static let timeline = "endless-timeline"

  /// Runs to the end of the process.
  ///
  /// Without a source it becomes the sample timeline, a program that has a database and pictures, for which every start would
  /// pay; and for a source that only another program opens it becomes that one, before anything else is looked at.
  ///
  /// - Parameters:
  ///   - endsAtOnce: see `Program.main`.
  ///   - libraries: see `Program.main`.
  ///   - pooled: what the program opens by Dispatch's pool of threads; nil where it has no use for that.
  package static func main(
    _ registry: FeedRegistry, endsAtOnce: Bool = false, libraries: () -> [Finding] = { [] },
    pooled: String? = nil
  ) -> Never {
    Program.main(
      sources: { registry.options },
      prepare: { words throws(Failure) in
        // Dispatch looks there for its threads, and ends the process where there is nothing.
        if let pooled, !BytePath("/proc/self/task").exists {
          throw .source("\(pooled) need /proc, which is not mounted here")
        }
        // A guest's environment is not looked at here, but by what takes it away.
        let options = words.prefix { $0 != Array("--".utf8) }
        if options.contains(Array("--secure".utf8)) { try become(timeline) }
        // What loads libraries can say whether they are there.
        if options.contains(Array("--doctor".utf8)) {
          for name in registry.otherPrograms { try? become(name) }
        }
        // Any word is enough, because the other program opens all that this one does; where it is missing, only a source.
        if let other = words.lazy.compactMap({ registry.program(for: $0) }).first {
          try? become(other.name)
        }
      }, endsAtOnce: endsAtOnce, libraries: libraries,
      run: { options throws(Failure) in
        if options.isTimeline { try become(timeline) }
        if let other = options.sources.lazy.compactMap({ registry.program(for: $0) }).first {
          try become(other.name)
        }
        return options.viewer.sourceValues[AddressOptions.dryRun] == nil
          ? try run(registry, options) : try tellRequests(registry, options)
      })
  }

  /// Writes the requests of the sources, and sends none.
  private static func tellRequests(
    _ registry: FeedRegistry, _ options: CommandLineOptions
  ) throws(Failure) -> Outcome {
    var lines: [String] = []
    for source in options.sources { lines += try registry.requests(of: source, options.viewer) }
    try StandardOutput.tell(lines)
    return .done
  }

  private static func run(_ registry: FeedRegistry, _ options: CommandLineOptions) throws(Failure)
    -> Outcome
  {
    try FeedProgram.checkResources()
    let program = try FeedProgram(
      options: options, registry: registry, positions: SavedPositions(folder: Folders.state),
      marks: SavedMarks(folder: Folders.state), patterns: SavedPatterns(folder: Folders.state),
      columns: SavedColumns(folder: Folders.state))
    let sources = options.sources.isEmpty ? [Array("-".utf8)] : options.sources
    return try program.run(sources)
  }

  /// Makes this process another program, with the same words and the same environment (execve(2)).
  ///
  /// - Throws: that it is missing.
  private static func become(_ name: String) throws(Failure) -> Never {
    let paths = OtherViewer.paths(of: name)
    for path in paths { path.withPointer { _ = execv($0, Program.argumentWords) } }
    throw .source("\(paths.last?.shown ?? name) is missing or cannot be run; install endless again")
  }
}
