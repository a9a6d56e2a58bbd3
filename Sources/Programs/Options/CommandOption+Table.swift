import Viewers

/// All options of both programs: the one place where they are declared.
///
/// Made only where the command line has an option.
nonisolated extension CommandOption {
  package static var all: [CommandOption] { paging + plain + looks + text + timeline + guests + program }

  private static var paging: [CommandOption] {
    [
      .number(
        "--page-size", group: .paging, "Items asked for in one load (50).", in: 1...(.max)
      ) { $0.viewer.paging.pageSize = $1 },
      .number(
        "--prefetch", group: .paging,
        "Load the next page so many items before the last drawn row; 0: with it (half a page, "
          + "further ahead where you go fast).", in: 0...(.max)
      ) { $0.viewer.paging.prefetch = $1 },
      .number(
        "--keep", group: .paging,
        "Items held in memory (2000; of a file 300 lines); what is far away is dropped, and loaded "
          + "again.", in: 1...(.max)
      ) { $0.viewer.paging.keep = $1 },
      .number(
        "--max-requests", group: .paging,
        "Stop loading by itself after so many requests; a key continues.", in: 1...(.max)
      ) { $0.viewer.paging.maxRequests = $1 },
      .number(
        "--retry-for", group: .paging, as: "seconds",
        "How long a failing load is tried again by itself (30).", in: 0...86_400
      ) { $0.viewer.paging.retryLimit = .seconds($1) },
    ]
  }

  private static var plain: [CommandOption] {
    [
      CommandOption(
        "--plain", group: .plain,
        "Write items as lines; also when standard output is not a terminal.",
        .none { $0.isPlainAsked = true }),
      CommandOption(
        "--json", group: .plain,
        "With --plain: write one JSON object a line; a line of a file is its \"text\".",
        .none { $0.viewer.writesJSON = true }),
      .number("--limit", group: .plain, "With --plain: stop after so many items.", in: 0...(.max)) {
        $0.viewer.limit = $1
      },
    ]
  }

  private static var looks: [CommandOption] {
    [
      CommandOption(
        "--color", group: .looks, "Colours: auto, always or never; NO_COLOR is honoured.",
        .word("when") { options, text throws(Failure) in
          guard let use = LooksOptions.ColorUse(rawValue: text) else {
            throw .usage("--color must be auto, always or never, not '\(text)'")
          }
          options.looks.color = use
        }),
      CommandOption(
        "--ascii", group: .looks, "Draw signs and pictures with ASCII alone.",
        .none { $0.looks.ascii = true }),
      CommandOption(
        "--mouse", group: .looks, "Scroll with the wheel; selecting text then needs Shift.",
        .none { $0.looks.mouse = true }),
    ]
  }

  private static var text: [CommandOption] {
    [
      CommandOption(
        "-N", "--line-numbers", group: .text,
        "Number the lines, as soon as they are counted; with --plain as cat -n does.",
        .none { $0.viewer.showsLineNumbers = true })
    ]
  }

  private static var timeline: [CommandOption] {
    [
      .number(
        "--latency", group: .timeline, as: "ms", "Make each load take so long.", in: 0...600_000
      ) { $0.timeline.latency = $1 },
      .number(
        "--fail-every", group: .timeline, "Make every n-th load fail; 0: none.", in: 0...(.max)
      ) { $0.timeline.failEvery = $1 },
    ]
  }

  private static var guests: [CommandOption] {
    [
      CommandOption(
        "--secure", group: .guests,
        "As the one command of an SSH server: nothing but the sample timeline on a screen; no other "
          + "source, no suspend, and nothing of the environment. The options below go with it.",
        .none { $0.secure.isOn = true }),
      .path(
        "--posts", group: .guests, as: "folder",
        "Read the posts in the timeline.sqlite of this folder; without it they are made in memory."
      ) { $0.secure.posts = $1 },
      .path(
        "--likes", group: .guests, as: "file", "Add likes to this file, up to 1 MiB; else nowhere."
      ) { $0.secure.likes = $1 },
      .path("--slots", group: .guests, as: "folder", "Count the sessions by locks in this folder.")
      {
        $0.secure.slots = $1
      },
      .number(
        "--sessions", group: .guests, "With --slots: sessions at a time (50).", in: 1...10_000
      ) { $0.secure.sessions = $1 },
      .number(
        "--idle-limit", group: .guests, as: "seconds", "End after so long without a key (300).",
        in: 1...86_400
      ) { $0.secure.idleLimit = $1 },
      .number(
        "--time-limit", group: .guests, as: "seconds", "End after so long (1800).", in: 1...86_400
      ) { $0.secure.timeLimit = $1 },
      .number(
        "--input-limit", group: .guests, as: "bytes",
        "Take so many bytes of keys a second (4096) and drop the rest; end after five seconds of it.",
        in: 64...(1 << 20)
      ) { $0.secure.inputLimit = $1 },
    ]
  }

  private static var program: [CommandOption] {
    [
      CommandOption(
        "--log", group: .program, "Write what happens inside to a file, a line an event.",
        .word("file") { options, text in options.log = text }),
      CommandOption("--version", group: .program, "Say the version.", .none { $0.asks = .version }),
      CommandOption("-h", "--help", group: .program, "Say this.", .none { $0.asks = .help }),
    ]
  }
}
