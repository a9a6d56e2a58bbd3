import Programs
import Viewers

// The sample timeline, an app on the same libraries as the viewer; and what a guest gets.

Program.main(
  prepare: GuestProgram.prepare,
  run: { options throws(Failure) in
    try FeedProgram.checkResources()
    if options.secure.isOn { return try GuestProgram.run(options) }
    let feed = TimelineFeed(try TimelineOpening(options: options.timeline))
    let places = KeptPlaces(folder: Folders.state)
    return try FeedProgram(options: options, places: places).run(feed, finish: feed.finish)
  })
