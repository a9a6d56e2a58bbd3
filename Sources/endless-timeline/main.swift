import Feeds
import Programs
import TimelineScreens
import Viewers

// The sample timeline, an application of the viewer's libraries, and the restricted program for
// guests.

// The options include those of sources that only other programs open, because the help can be
// requested from this program, too.
Program.main(
  sources: { [AskedPages.options] + OtherViewer.connect.options() },
  prepare: GuestProgram.prepare,
  run: { options throws(Failure) in
    try FeedProgram.checkResources()
    if options.secure.isOn { return try GuestProgram.run(options) }
    // A log that cannot be written is reported before anything is created.
    let program = try FeedProgram(
      options: options, positions: SavedPositions(folder: Folders.state))
    let feed = TimelineFeed(try TimelineOpening(options: options.timeline))
    return try program.run(feed, finish: feed.finish)
  })
