import Feeds
import Programs
import Viewers

// The viewer: whatever can be paged, opened by the first opener that has it. Without a source it becomes
// the sample timeline, a program of its own, because that needs a database and pictures, for which
// every start would pay.

let openers = FeedRegistry([
  FolderFeed.opener, TextFeed.opener, CommandFeed.opener, TextFeed.commandOpener,
])

Program.main(
  sources: { openers.options },
  prepare: { words throws(Failure) in
    // A guest's environment is not looked at here, but by what takes it away.
    let options = words.prefix { $0 != Array("--".utf8) }
    if options.contains(Array("--secure".utf8)) { try TimelineProgram.become() }
  },
  run: { options throws(Failure) in
    if options.isTimeline { try TimelineProgram.become() }
    try FeedProgram.checkResources()
    let program = try FeedProgram(
      options: options, registry: openers, positions: SavedPositions(folder: Folders.state),
      marks: SavedMarks(folder: Folders.state), patterns: SavedPatterns(folder: Folders.state),
      columns: SavedColumns(folder: Folders.state))
    let sources = options.sources.isEmpty ? [Array("-".utf8)] : options.sources
    return try program.run(sources)
  })
