package import Feeds
import Glibc
import Viewers

/// What is around the program, apart from its terminal: what `--doctor` looks at, and changes nothing of.
nonisolated package struct Surroundings {
  /// A variable of the environment, if it is set.
  private let value: (_ name: String) -> String?
  /// Where it keeps what one run leaves for the next.
  private let state: BytePath

  package init(environment value: @escaping (_ name: String) -> String?, state: BytePath) {
    (self.value, self.state) = (value, state)
  }

  // MARK: Programs

  /// Whether the programs that are installed beside this one are there.
  ///
  /// - Parameter paths: where one of them may be.
  package func parts(_ paths: (_ name: String) -> [BytePath]) -> [Finding] {
    let uses = [
      ("endless-connect", "no address and no database can be opened"),
      ("endless-timeline", "the sample timeline cannot be shown"),
    ]
    return uses.map { name, loss in
      let places = paths(name)
      if let place = places.first(where: { $0.withPointer { access($0, X_OK) } == 0 }) {
        return Finding(name, .right, place.shown)
      }
      return Finding(
        name, .wrong, "not at \(places.last?.shown ?? name): \(loss)",
        advice: "install endless again")
    }
  }

  /// What takes a text that is copied.
  ///
  /// - Parameter programs: those that this session may have, the first one that is there counts.
  package func clipboard(_ programs: [String]) -> Finding {
    if let program = programs.first(where: { isOnPath($0) }) {
      return Finding("clipboard", .right, "by \(program)")
    }
    let wanted = programs.filter { $0 != "pbcopy" }
    return Finding(
      "clipboard", .remark, "sent to the terminal (OSC 52), and not every terminal takes it",
      advice: wanted.isEmpty ? nil : "install \(wanted.joined(separator: " or "))")
  }

  // MARK: The environment

  /// The variables by which other programs find their pager, and those of less.
  package func pagers() -> [Finding] {
    let names = ["PAGER", "GIT_PAGER", "MANPAGER", "PSQL_PAGER", "BAT_PAGER"]
    let set = names.compactMap { name in (value(name)).map { (name: name, command: $0) } }
      .filter { !$0.command.isEmpty }
    let missing = set.filter { !isOnPath(Self.program(of: $0.command)) }
    let list = set.map { "\($0.name)=\($0.command)" }.joined(separator: ", ")
    let pager =
      if let missing = missing.first {
        Finding(
          "pagers", .wrong,
          "\(missing.name)=\(missing.command), and there is no \(Self.program(of: missing.command))",
          advice: "export \(missing.name)=endless")
      } else if set.isEmpty {
        Finding("pagers", .remark, "none is set", advice: "export PAGER=endless")
      } else {
        Finding("pagers", .right, list)
      }
    return [pager] + less()
  }

  private func less() -> [Finding] {
    let names = ["LESS", "LESSOPEN", "LESSSECURE"]
    let set = names.compactMap { name in value(name).map { (name, $0) } }.filter { !$0.1.isEmpty }
    guard !set.isEmpty else { return [] }
    let list = set.map { "\($0)=\($1)" }.joined(separator: ", ")
    let isSecure = set.contains { $0.0 == "LESSSECURE" }
    return [
      Finding(
        "less", isSecure ? .remark : .right, list,
        advice: isSecure
          ? "LESSSECURE: no command, no address, no other file, and nothing is kept" : nil)
    ]
  }

  /// The program of a command: its first word, past variables that are set for it.
  private static func program(of command: String) -> String {
    let words = command.split(separator: " ").map(String.init)
    return words.first { !$0.contains("=") } ?? command
  }

  private func isOnPath(_ name: String) -> Bool {
    let folders = (value("PATH") ?? "").split(separator: ":").map(String.init)
    let paths = name.contains("/") ? [name] : folders.map { "\($0)/\(name)" }
    return paths.contains { access($0, X_OK) == 0 }
  }

  /// What the environment says of characters.
  package func locale() -> Finding {
    let set = ["LC_ALL", "LC_CTYPE", "LANG"].compactMap { name in
      value(name).flatMap { $0.isEmpty ? nil : (name: name, value: $0) }
    }.first
    guard let set else { return Finding("locale", .right, "none is set; texts are UTF-8") }
    let coding = set.value.lowercased().filter { $0.isLetter || $0.isNumber }
    let words = "\(set.name)=\(set.value)"
    if coding.hasSuffix("utf8") || coding == "c" || coding == "posix" {
      return Finding("locale", .right, words)
    }
    return Finding(
      "locale", .remark, "\(words); texts are UTF-8 all the same", advice: "export LC_ALL=C.UTF-8")
  }

  // MARK: What is kept

  /// Whether places can be kept from one run to the next.
  package func places() -> Finding {
    func isWritable(_ path: BytePath) -> Bool {
      path.withPointer { access($0, W_OK | X_OK) } == 0
    }
    let advice = "make it writable, or set XDG_STATE_HOME"
    if state.exists {
      return isWritable(state)
        ? Finding("state folder", .right, state.shown)
        : Finding("state folder", .wrong, "\(state.shown) cannot be written", advice: advice)
    }
    var above = state.parent
    while !above.exists, above.raw.count > 1 { above = above.parent }
    return isWritable(above)
      ? Finding("state folder", .right, "\(state.shown), made when something is kept")
      : Finding("state folder", .wrong, "\(state.shown) cannot be made", advice: advice)
  }
}
