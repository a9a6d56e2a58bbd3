import Feeds
import Programs
import TimelineScreens
import Viewers

// The sample timeline, an app on the same libraries as the viewer; and what a guest gets.

// It has the options of both programs, because either may be asked for help.
Program.main(
  sources: { [AskedPages.options, AddressOptions.options] },
  prepare: GuestProgram.prepare,
  run: { options throws(Failure) in
    try FeedProgram.checkResources()
    if options.secure.isOn { return try GuestProgram.run(options) }
    // A log that cannot be written is told before anything is made.
    let program = try FeedProgram(
      options: options, positions: SavedPositions(folder: Folders.state))
    let feed = TimelineFeed(try TimelineOpening(options: options.timeline))
    return try program.run(feed, finish: feed.finish)
  })
