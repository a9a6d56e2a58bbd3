import Feeds
import Glibc
package import Viewers

/// The main function of the viewers.
package enum ViewerProgram {
  private static let timeline = "endless-timeline"

  /// Runs the program until the process exits.
  ///
  /// To show the sample timeline, the process replaces itself with a separate program, because the
  /// timeline's libraries would slow down every start. For a source that only another program can
  /// open, it replaces itself with that program before the command line is parsed.
  ///
  /// - Parameters:
  ///   - endsAtOnce: see `Program.main`.
  ///   - libraries: see `Program.main`.
  ///   - pooled: a description of the sources that need Dispatch's thread pool; nil if no source
  ///     needs it.
  package static func main(
    _ registry: FeedRegistry, endsAtOnce: Bool = false, libraries: () -> [Finding] = { [] },
    pooled: String? = nil
  ) -> Never {
    Program.main(
      sources: { registry.options },
      prepare: { words throws(Failure) in
        // Dispatch looks for threads in this folder, and crashes if it is missing.
        if let pooled, !BytePath("/proc/self/task").exists {
          throw .source("\(pooled) need /proc, which is not mounted here")
        }
        // A guest's environment must not be used before the program that clears it is running.
        let options = words.prefix { $0 != Array("--".utf8) }
        if options.contains(Array("--secure".utf8)) { try become(timeline) }
        // The program that loads the libraries reports whether they exist.
        if options.contains(Array("--doctor".utf8)) {
          for name in registry.otherPrograms { try? become(name) }
        }
        // Even if only one argument needs another program, that program opens all arguments,
        // because it can also open the sources of this program. If it is missing, an error is
        // reported only after the command line has been parsed.
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

  /// Prints the requests of the sources without sending them.
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

  /// Replaces this process with another program, which gets the same arguments and environment
  /// (execv(3)).
  ///
  /// - Throws: an error if the program is missing or cannot be run.
  private static func become(_ name: String) throws(Failure) -> Never {
    let paths = OtherViewer.paths(of: name)
    for path in paths { path.withPointer { _ = execv($0, Program.argumentWords) } }
    throw .source("\(paths.last?.shown ?? name) is missing or cannot be run; install endless again")
  }
}
