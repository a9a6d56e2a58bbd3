import Programs
import Viewers

// The viewer: the first opener that accepts an argument opens it. Addresses are opened by another
// program, because the library they need would slow down every start.
ViewerProgram.main(
  FeedRegistry(
    [FolderFeed.opener, TextFeed.opener, CommandFeed.opener, TextFeed.commandOpener],
    programs: [.connect]))
