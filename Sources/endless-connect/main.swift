import ConnectedFeeds
import Feeds
import HTTPSources
import Programs
import Viewers

// Before the first thread, because that has a heap from then on.
Program.shareHeap()

// Loading it takes as long as all the rest of a start, and an address is why this program is there.
// A dry run asks nothing.
let words = Program.arguments
let isAsked =
  words.contains(where: \.isWebAddress) && !words.contains(Array(AddressOptions.dryRun.utf8))
if isAsked, BytePath("/proc/self/task").exists {
  HTTPClient.prepare()
}

// The viewer with the sources that need a network, and those of `endless`, because a list of names may mix them.
ViewerProgram.main(
  FeedRegistry([
    FolderFeed.opener, DatabaseFeeds.opener, TextFeed.opener, CommandFeed.opener,
    TextFeed.commandOpener, HTTPFeed.opener,
  ]),
  // A thread may still load libcurl, or close connections, which libraries of TLS do not survive at the end of a process.
  endsAtOnce: true, libraries: Libraries.findings, pooled: "addresses and databases")
