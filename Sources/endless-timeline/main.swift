import Feeds
import Programs
import TimelineScreens
import Viewers

// The sample timeline, an application of the viewer's libraries, and the restricted program for guests.

// It has the options of both programs, because its help may be requested by either.
Program.main(
  sources: { [AskedPages.options, AddressOptions.options] },
  prepare: GuestProgram.prepare,
  run: { options throws(Failure) in
    try FeedProgram.checkResources()
    if options.secure.isOn { return try GuestProgram.run(options) }
    // A log that cannot be written is an error before anything is created.
    let program = try FeedProgram(
      options: options, positions: SavedPositions(folder: Folders.state))
    let feed = TimelineFeed(try TimelineOpening(options: options.timeline))
    return try program.run(feed, finish: feed.finish)
  })
