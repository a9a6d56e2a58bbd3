package import Feeds
import Glibc
import Viewers

/// The environment of the program, except its terminal; `--doctor` examines it without changing
/// anything.
nonisolated package struct Surroundings {
  /// Looks up an environment variable; nil if it is not set.
  private let value: (_ name: String) -> String?
  /// The folder for state that is kept between runs.
  private let state: BytePath

  package init(environment value: @escaping (_ name: String) -> String?, state: BytePath) {
    (self.value, self.state) = (value, state)
  }

  // MARK: Programs

  /// Checks whether the programs that are installed together with this one exist.
  ///
  /// - Parameter paths: takes the name of a program, and returns its possible paths; called once
  ///   for each program.
  package func parts(_ paths: (_ name: String) -> [BytePath]) -> [Finding] {
    let uses = [
      ("endless-connect", "addresses and databases cannot be opened"),
      ("endless-timeline", "the sample timeline cannot be shown"),
    ]
    return uses.map { name, loss in
      let places = paths(name)
      if let place = places.first(where: { $0.withPointer { access($0, X_OK) } == 0 }) {
        return Finding(name, .right, place.shown)
      }
      return Finding(
        name, .wrong, "not found at \(places.last?.shown ?? name): \(loss)",
        advice: "install endless again")
    }
  }

  /// Returns a finding about the program that receives copied text.
  ///
  /// - Parameter programs: the programs that may be used in this session; the first one on `PATH`
  ///   is used.
  package func clipboard(_ programs: [String]) -> Finding {
    if let program = programs.first(where: { isOnPath($0) }) {
      return Finding("clipboard", .right, "uses \(program)")
    }
    let wanted = programs.filter { $0 != "pbcopy" }
    return Finding(
      "clipboard", .remark, "uses OSC 52, which not every terminal supports",
      advice: wanted.isEmpty ? nil : "install \(wanted.joined(separator: " or "))")
  }

  // MARK: The environment

  /// Returns findings about the variables that name the pager of other programs, and about the
  /// variables of less.
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
          "\(missing.name)=\(missing.command), but \(Self.program(of: missing.command)) is not installed",
          advice: "export \(missing.name)=endless")
      } else if set.isEmpty {
        Finding("pagers", .remark, "none is set", advice: "export PAGER=endless")
      } else {
        Finding("pagers", .right, list)
      }
    return [pager] + less()
  }

  private func less() -> [Finding] {
    let names = ["LESS", "LESSOPEN", "LESSCLOSE", "LESSSECURE"]
    let set = names.compactMap { name in value(name).map { (name, $0) } }.filter { !$0.1.isEmpty }
    guard !set.isEmpty else { return [] }
    let list = set.map { "\($0)=\($1)" }.joined(separator: ", ")
    let isSecure = set.contains { $0.0 == "LESSSECURE" }
    return [
      Finding(
        "less", isSecure ? .remark : .right, list,
        advice: isSecure
          ? "LESSSECURE disables commands, addresses, opening other files, --log and saved positions"
          : nil)
    ]
  }

  /// Returns the name of the program in a command: its first word after variable assignments.
  private static func program(of command: String) -> String {
    let words = command.split(separator: " ").map(String.init)
    return words.first { !$0.contains("=") } ?? command
  }

  private func isOnPath(_ name: String) -> Bool {
    let folders = (value("PATH") ?? "").split(separator: ":").map(String.init)
    let paths = name.contains("/") ? [name] : folders.map { "\($0)/\(name)" }
    return paths.contains { access($0, X_OK) == 0 }
  }

  /// Returns a finding about the locale in the environment.
  package func locale() -> Finding {
    let set = ["LC_ALL", "LC_CTYPE", "LANG"].compactMap { name in
      value(name).flatMap { $0.isEmpty ? nil : (name: name, value: $0) }
    }.first
    guard let set else { return Finding("locale", .right, "none is set; text is read as UTF-8") }
    let coding = set.value.lowercased().filter { $0.isLetter || $0.isNumber }
    let words = "\(set.name)=\(set.value)"
    if coding.hasSuffix("utf8") || coding == "c" || coding == "posix" {
      return Finding("locale", .right, words)
    }
    return Finding(
      "locale", .remark, "\(words); text is still read as UTF-8", advice: "export LC_ALL=C.UTF-8")
  }

  // MARK: State

  /// Returns a finding about whether positions can be kept between runs.
  package func places() -> Finding {
    func isWritable(_ path: BytePath) -> Bool {
      path.withPointer { access($0, W_OK | X_OK) } == 0
    }
    let advice = "make it writable, or set XDG_STATE_HOME"
    if state.exists {
      return isWritable(state)
        ? Finding("state folder", .right, state.shown)
        : Finding("state folder", .wrong, "cannot write to \(state.shown)", advice: advice)
    }
    var above = state.parent
    while !above.exists, above.raw.count > 1 { above = above.parent }
    return isWritable(above)
      ? Finding("state folder", .right, "\(state.shown), created when needed")
      : Finding("state folder", .wrong, "cannot create \(state.shown)", advice: advice)
  }
}
