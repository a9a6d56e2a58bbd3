import Programs
import Viewers

// The viewer: whatever can be paged, opened by the first opener that has it. Addresses are another program's, because they
// need a library for which every start would pay.
ViewerProgram.main(
  FeedRegistry(
    [FolderFeed.opener, TextFeed.opener, CommandFeed.opener, TextFeed.commandOpener],
    programs: [.connect]))
