import Foundation
import TemporaryFolders
import Testing

/// Completions in each installed shell, requested as that shell requests them.
@Suite(.timeLimit(.minutes(2))) struct `A completion` {
  enum Shell: String, CaseIterable, Sendable {
    case bash, zsh, fish

    static var installed: [Shell] { allCases.filter { $0.path != nil } }

    var path: String? {
      ["/usr/bin", "/bin", "/usr/local/bin"].map { "\($0)/\(rawValue)" }
        .first(where: FileManager.default.isExecutableFile)
    }

    /// The script that completes the line in `$line`, with the completions in `$assets`.
    var script: String {
      switch self {
      case .bash:
        """
        source "$assets/endless.bash"
        complete -p endless
        compopt() { :; }
        read -ra COMP_WORDS <<< "$line"
        [[ $line == *' ' ]] && COMP_WORDS+=('')
        COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
        _endless
        printf '<%s>\\n' "${COMPREPLY[@]}"
        """
      case .zsh:
        """
        zmodload zsh/zpty
        zpty shell zsh -f -i
        zpty -w shell "PS1=; stty cols 300 rows 60; fpath=($assets \\$fpath); autoload -Uz compinit
          compinit -u -D; zle -N shown; shown() { print -r -- \\"<\\$BUFFER>\\"; print -r EN''D }
          bindkey '^X' shown; bindkey '^I' complete-word; setopt list_ambiguous; LISTMAX=9999; print REA''DY"
        zpty -r -m shell output '*READY*'
        zpty -w -n shell "$line"$'\\t\\t\\x18'
        zpty -r -m shell output '*END*'
        print -r -- "$output"
        zpty -d shell
        """
      case .fish:
        """
        source $assets/endless.fish
        for reply in (complete -C $line)
            echo "<"(string split \\t -- $reply)[1]">"
        end
        """
      }
    }
  }

  /// The completions that a shell offers for a line, in a folder with three files of records.
  private func reply(of shell: Shell, to line: String) throws -> String {
    let folder = try TemporaryFolder()
    try folder.write("name,price,zip\n1,2,3\n", to: "table.csv")
    try folder.write(
      #"{"time": 1, "request": {"method": "GET", "sizes": [1, 2]}, "level": "info"}"# + "\n",
      to: "log.ndjson")
    let pad = String(repeating: "x", count: 100_000)
    try folder.write(#"[{"early": 1, "text": "\#(pad)", "late": 2}]"#, to: "long.json")
    return try run(shell, on: line, in: folder.path)
  }

  private func run(_ shell: Shell, on line: String, in folder: String) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: shell.path ?? "/bin/false")
    process.arguments = (shell == .fish ? ["--no-config"] : []) + ["-c", shell.script]
    process.currentDirectoryURL = URL(filePath: folder)
    process.environment = [
      "PATH": "/usr/bin:/bin", "TERM": "dumb", "LC_ALL": "C.UTF-8", "HOME": folder,
      "assets": Checkout.assets.appending(path: "completions").path, "line": line,
    ]
    let output = Pipe()
    (process.standardOutput, process.standardInput) = (output, FileHandle.nullDevice)
    try process.run()
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test(arguments: Shell.installed) func `offers options by their beginning`(shell: Shell)
    throws
  {
    let reply = try reply(of: shell, to: "endless --exit")
    #expect(reply.contains("--exit-status"))
    #expect(!reply.contains("--keep"))
  }

  @Test(arguments: Shell.installed) func `offers the values of an option`(shell: Shell) throws {
    let reply = try reply(of: shell, to: "endless --painter ")
    for word in ["auto", "ncurses", "direct"] { #expect(reply.contains(word)) }
  }

  @Test(arguments: Shell.installed)
  func `offers the columns of the file that is named`(shell: Shell) throws {
    let reply = try reply(of: shell, to: "endless table.csv --columns ")
    for word in ["name", "price", "zip"] { #expect(reply.contains(word)) }
    let next = try self.reply(of: shell, to: "endless table.csv --columns name,p")
    #expect(next.contains("name,price"))
  }

  @Test(arguments: Shell.installed)
  func `offers the fields of records for a condition, not those in objects`(shell: Shell)
    throws
  {
    let reply = try reply(of: shell, to: "endless log.ndjson --filter ")
    for word in ["time", "request", "level"] { #expect(reply.contains(word)) }
    for word in ["method", "sizes"] { #expect(!reply.contains(word)) }
  }

  @Test(arguments: Shell.installed)
  func `reads the beginning of a line and no more`(shell: Shell) throws {
    let reply = try reply(of: shell, to: "endless long.json --filter ")
    #expect(reply.contains("early"))
    #expect(!reply.contains("late"))
  }

  @Test(arguments: Shell.installed) func `offers files`(shell: Shell) throws {
    // With `-o default`, bash itself offers files if a completion returns nothing.
    let reply = try reply(of: shell, to: "endless ta")
    #expect(
      shell == .bash
        ? reply.contains("-o default") && reply.hasSuffix("<>\n") : reply.contains("table.csv"))
  }
}

enum Checkout {
  static let assets = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Assets")
}
