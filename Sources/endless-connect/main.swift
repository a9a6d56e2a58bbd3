import ConnectedFeeds
import Feeds
import Programs
import Viewers

// The heap is shared before the first thread starts, because otherwise each new thread would get a
// separate heap.
Program.shareHeap()

// Another viewer passes an address that was typed on its screen in the environment.
Program.takePassedSource()

// Loading libcurl takes as long as the rest of the start, so it begins now if an address is to be
// opened. It is not needed for a dry run, which sends no request.
let words = Program.arguments
let isAsked =
  words.contains(where: \.isWebAddress) && !words.contains(Array(AddressOptions.dryRun.utf8))
if isAsked, BytePath("/proc/self/task").exists {
  AddressList.prepare()
}

// The viewer with the sources that need a network, and also the sources of `endless`, because the
// arguments may contain both kinds.
ViewerProgram.main(
  FeedRegistry([
    FolderFeed.opener, DatabaseFeeds.opener, TextFeed.opener, CommandList.opener,
    TextFeed.commandOpener, AddressList.opener,
  ]),
  // During exit(3), a thread may still be loading libcurl or closing connections, which TLS
  // libraries do not survive.
  endsAtOnce: true, libraries: Libraries.findings, pooled: "addresses and databases")
