import ConnectedFeeds
import Programs
import Viewers

// The viewer with the sources that need a network, and those of `endless`, because a list of names may mix them.
ViewerProgram.main(
  FeedRegistry([
    FolderFeed.opener, TextFeed.opener, CommandFeed.opener, TextFeed.commandOpener, HTTPFeed.opener,
  ]))
