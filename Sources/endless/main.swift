import Programs
import Viewers

// The viewer: the first opener that accepts an argument opens it. Another program opens addresses
// and databases, because the libraries that they need would slow down every start.
ViewerProgram.main(
  FeedRegistry(
    [FolderFeed.opener, TextFeed.opener, CommandList.opener, TextFeed.commandOpener],
    programs: [.connect]))
