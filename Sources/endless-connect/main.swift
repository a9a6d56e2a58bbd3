import ConnectedFeeds
import Feeds
import Programs
import Viewers

// This has to be done before the first thread starts, because each new thread would get a separate heap.
Program.shareHeap()

// Loading libcurl takes as long as the rest of the start, so it begins now if an address is to be opened. It is not
// needed for a dry run, which sends no request.
let words = Program.arguments
let isAsked =
  words.contains(where: \.isWebAddress) && !words.contains(Array(AddressOptions.dryRun.utf8))
if isAsked, BytePath("/proc/self/task").exists {
  HTTPFeed.prepare()
}

// The viewer with the sources that need a network, and also those of `endless`, because the arguments may contain
// both.
ViewerProgram.main(
  FeedRegistry([
    FolderFeed.opener, DatabaseFeeds.opener, TextFeed.opener, CommandFeed.opener,
    TextFeed.commandOpener, HTTPFeed.opener,
  ]),
  // A thread may still load libcurl or close connections, which TLS libraries do not survive during exit(3).
  endsAtOnce: true, libraries: Libraries.findings, pooled: "addresses and databases")
