import Foundation
import GRDB
import PostgresTrials
import Testing

/// A folder in which the examples of one guide run, one after another.
struct GuideFolder {
  private let home: SampleHome
  private let service: SampleService
  private let database: TrialDatabase?

  /// Creates the folder with everything that the guide names.
  static func run(_ guide: Guide, _ body: (GuideFolder) async throws -> Void) async throws {
    let service = try await SampleService.shared
    let usesServer = guide.examples.contains { example in
      example.lines.contains {
        $0.contains("postgres:") || $0.contains("psql") || $0.contains("service=")
      }
    }
    let database = usesServer ? try await makeDatabase() : nil
    try await SampleHome.run(filled: false) { home in
      let folder = GuideFolder(home: home, service: service, database: database)
      try await folder.fill(guide)
      try await body(folder)
    }
  }

  /// Creates the database of the guides on a separate thread.
  ///
  /// The first call starts the server, which takes some seconds. Meanwhile, the threads of Swift's
  /// concurrency, which are as few as the processors, must serve the other tests.
  private static func makeDatabase() async throws -> TrialDatabase {
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread {
        continuation.resume(
          with: Result { try PostgresServer.shared().database(GuideSamples.shop) })
      }
    }
  }

  /// A line as it runs here: a service on the loopback interface replaces each host of the
  /// examples.
  func line(_ text: String) -> String {
    let asked = GuideAddresses.replacing(in: text, by: service.root)
    guard let database else { return asked }
    return ["db.example.org", "localhost"].reduce(asked) {
      $0.replacing("postgres://\($1)/shop", with: database.words)
    }
  }

  /// The launch of a shell that runs a line.
  func launch(_ text: String) -> Launch {
    var variables: [String: String?] = [
      "PATH": home.directory.path + "/bin:" + (getenv("PATH").map { String(cString: $0) } ?? ""),
      "MANPATH": home.directory.path + "/man:", "TZ": "UTC", "LESS": nil, "LV": nil,
      "TOKEN": "hush-4712", "API_KEY": "hush-4712", "VISUAL": "true", "PGUSER": "postgres",
      "PGSERVICEFILE": home.directory.path + "/pg_service.conf",
    ]
    if database != nil { variables["PGSERVICE"] = "shop" }
    var launch = home.launch("-c", line(text), environment: variables)
    launch.program = "/bin/sh"
    return launch
  }

  /// Removes the positions and columns that an earlier example has left.
  func forgetPlaces() throws {
    guard FileManager.default.fileExists(atPath: home.stateHome) else { return }
    try FileManager.default.removeItem(atPath: home.stateHome)
  }
}

// MARK: Filling

extension GuideFolder {
  private func fill(_ guide: Guide) async throws {
    for (name, text) in GuideSamples.files { try home.directory.write(text, to: name) }
    for (name, text) in guide.files { try writeProgram(line(text), to: name) }
    for (name, text) in GuidePrograms.all { try writeProgram(text, to: "bin/\(name)") }
    try FileManager.default.createSymbolicLink(
      atPath: home.directory.path + "/bin/endless", withDestinationPath: home.program)
    try await DatabaseQueue(path: home.directory.path + "/shop.db").write {
      try $0.execute(sql: GuideSamples.shop)
    }
    try writeServices()
    let setUp = try await Command.run(launch(GuidePrograms.setUp), input: GuidePrograms.commits)
    #expect(setUp.status == .exited(0), "\(setUp.error)")
    let manual = Guide.checkout.appending(path: "Assets/man/endless.1")
    try home.directory.write(String(contentsOf: manual, encoding: .utf8), to: "man/man1/endless.1")
  }

  private func writeProgram(_ text: String, to name: String) throws {
    let path = try home.directory.write(text, to: name)
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
  }

  /// Writes the file with the service `shop` for libpq.
  private func writeServices() throws {
    guard let database, let address = URL(string: database.words) else { return }
    try home.directory.write(
      """
      [shop]
      host=\(address.host() ?? "")
      port=\(address.port ?? 0)
      user=postgres
      dbname=\(database.name)

      """, to: "pg_service.conf")
  }
}

/// Replacements for programs that the guides name: most of these programs need a cluster, an
/// account, a journal or a person, and `bat` has another name in Debian.
///
/// The output of each could be that of the real program.
enum GuidePrograms {
  static let all = [
    "kubectl": """
    #!/bin/sh
    case "$*" in
    *get*) printf '{"items":[{"metadata":{"namespace":"shop","name":"web-1"}}]}\\n' ;;
    *) for level in warn info; do
         printf '2026-11-24T10:11:12.123456789Z {"level":"%s","msg":"slow query"}\\n' $level
       done ;;
    esac
    """,
    "journalctl": """
    #!/bin/sh
    for n in 1 2 3; do
      printf '{"__REALTIME_TIMESTAMP":"176397907200000%s","PRIORITY":"4","MESSAGE":"connection closed"}\\n' $n
    done
    """,
    "aws": "#!/bin/sh\necho '{\"Contents\":[{\"Key\":\"a.txt\",\"Size\":12}]}'\n",
    "gh": """
    #!/bin/sh
    case "$*" in *page=1) echo '[{"number":1,"title":"A title","user":{"login":"ann"}}]' ;; *) echo '[]' ;; esac
    """,
    // This program prints only what fzf shows next to the list: the preview of the first line.
    "fzf": """
    #!/bin/sh
    while [ $# -gt 0 ]; do
      case $1 in --preview) preview=$2; shift ;; esac
      shift
    done
    read -r line || line=server.log:3:
    file=${line%%:*} rest=${line#*:}
    eval "$(printf %s "$preview" | sed "s|{}|$file|; s|{1}|$file|; s|{2}|${rest%%:*}|")"
    """,
    "bat": "#!/bin/sh\nexec \"$(command -v batcat || echo /usr/bin/bat)\" \"$@\"\n",
  ]

  /// The script that creates the files that other programs write: a compressed log, a repository,
  /// certificates.
  static let setUp = """
    gzip -c server.log > old.log.gz && git init -q -b main . && git fast-import --quiet \
    && cp /etc/ssl/certs/ca-certificates.crt ca.pem
    """

  /// A history of 60 commits, as `git fast-import` reads it.
  static let commits = (1...60).map { number in
    """
    commit refs/heads/main
    committer A <a@example.org> \(1_790_000_000 + number) +0000
    data <<END
    commit \(number)
    END


    """
  }.joined()
}

/// The addresses of the examples, and the addresses of the sample service that replace them.
enum GuideAddresses {
  /// The beginnings of paths, and their replacements; longer beginnings come before the shorter
  /// ones that they contain.
  private static let paths = [
    ("/items?page=", "/with/name=items/pages/users?page="),
    ("/items?offset=", "/offsets/users?offset="),
    ("/items?cursor=", "/cursors/users?cursor="),
    ("/items?max_id=", "/keys/users?max_id="),
    ("/items", "/with/count=120/link/users"),
    ("/search", "/body-token/users"), ("/graphql", "/graphql/users"),
    ("/events", "/with/count=20/events/users"), ("/export.csv", "/with/count=20/csv/users"),
  ]

  /// Replaces the known addresses in a text with addresses of the service at `root`.
  static func replacing(in text: String, by root: String) -> String {
    ["https://api.example.org", "http://HOST"].reduce(text) { text, host in
      paths.reduce(text) { $0.replacing(host + $1.0, with: root + $1.1) }
    }
  }
}
