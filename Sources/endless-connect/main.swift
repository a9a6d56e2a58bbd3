import ConnectedFeeds
import Feeds
import HTTPSources
import Programs
import Viewers

// Loading it takes as long as all the rest of a start, and an address is why this program is there.
if Program.arguments.contains(where: \.isWebAddress) { HTTPClient.prepare() }

// The viewer with the sources that need a network, and those of `endless`, because a list of names may mix them.
ViewerProgram.main(
  FeedRegistry([
    FolderFeed.opener, TextFeed.opener, CommandFeed.opener, TextFeed.commandOpener, HTTPFeed.opener,
  ]))
