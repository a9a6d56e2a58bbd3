import Foundation

/// A running PostgreSQL server with a table of events, on a Unix socket and a port of this machine.
final class PostgresService {
  /// The address of the database, through the Unix socket.
  var socket: String {
    "postgres://postgres@\(place.replacingOccurrences(of: "/", with: "%2F")):\(port)/postgres"
  }
  /// The port of the server.
  let port: Int
  /// The number of rows in the table.
  let count: Int
  private let place: String
  private let terminal: MeasuredTerminal

  /// A message that PostgreSQL is not installed; nil if it is installed.
  static var fault: String? {
    programs == nil ? "PostgreSQL is not installed, and servers are left out" : nil
  }

  /// The folder in which Debian installs the newest server programs; nil if none are installed.
  private static let programs: String? = {
    let versions =
      (try? FileManager.default.contentsOfDirectory(atPath: "/usr/lib/postgresql")) ?? []
    return versions.sorted { (Int($0) ?? 0) > (Int($1) ?? 0) }.map {
      "/usr/lib/postgresql/\($0)/bin"
    }
    .first { access("\($0)/initdb", X_OK) == 0 }
  }()

  /// Starts the server, and waits until it answers; the table is created once, and kept for later
  /// runs in the folder of the generated files.
  init(in bench: Bench) throws(MeasureError) {
    count = bench.isQuick ? 1_000_000 : 10_000_000
    port = 40_000 + Int(getpid()) % 20_000
    place = "/tmp/endless-bench-\(getpid())"
    let data = bench.files.folder.path + "/postgres-\(count)"
    if access(data, R_OK) != 0 { Progress.say("making a table of \(count) rows in PostgreSQL …") }
    var environment = bench.home.environment
    environment["PATH"] = "\(Self.programs ?? ""):\(environment["PATH"] ?? "/usr/bin:/bin")"
    terminal = try MeasuredTerminal(
      Launch(
        program: "sh",
        arguments: ["-c", Self.script, "postgres", data, place, "\(port)", "\(count)"],
        environment: environment))
    _ = try terminal.frame(
      since: terminal.start, holding: [Array("READY".utf8)], quiet: .zero, within: .seconds(900))
  }

  deinit { end() }

  /// Stops the server.
  func end() {
    guard terminal.child.exitStatus == nil else { return }
    // `^D` ends the input of the script.
    _ = try? terminal.type("\u{4}")
    for _ in 0..<1000 where terminal.child.exitStatus == nil { usleep(10_000) }
  }

  /// The script that runs the server; it ends with its terminal, and therefore with this process.
  ///
  /// If this process runs as root, the server runs as another user, because PostgreSQL refuses
  /// root.
  private static let script = """
    trap '' HUP INT
    data=$1 place=$2 port=$3 count=$4 as=
    fail() { echo "FAILED: $1"; tail -n 3 "$place/log"; rm -rf "$place"; exit 1; }
    mkdir -p "$place" "$data"
    if [ "$(id -u)" = 0 ]; then
      chown postgres "$place" "$data"
      as='setpriv --reuid=postgres --regid=postgres --clear-groups --'
    fi
    [ -e "$data/PG_VERSION" ] || $as initdb --pgdata="$data" --no-sync --username=postgres --encoding=UTF8 --no-locale \\
      --auth=trust --no-instructions >"$place/log" 2>&1 || fail initdb
    $as postgres -D "$data" -c listen_addresses=127.0.0.1 -c port="$port" -c unix_socket_directories="$place" -c fsync=off \\
      -c full_page_writes=off -c wal_level=minimal -c max_wal_senders=0 -c max_wal_size=8GB -c shared_buffers=256MB \\
      -c maintenance_work_mem=256MB </dev/null >>"$place/log" 2>&1 &
    server=$!
    end() { kill -INT $server; wait $server; rm -rf "$place"; }
    ask() { psql -X -q -h "$place" -p "$port" -U postgres -v ON_ERROR_STOP=1 -c "$1" >/dev/null 2>>"$place/log"; }
    tries=0
    until ask 'SELECT 1'; do
      tries=$((tries + 1)); [ $tries -lt 600 ] && kill -0 $server || fail start
      sleep 0.05
    done
    ask 'SELECT id FROM event WHERE false' || ask "
      BEGIN;
      CREATE TABLE event AS SELECT n AS id, (n / 10)::integer AS time, 'kind ' || n % 97 AS kind,
        n * 37 % 1000 / 10.0::float8 AS amount, 'note of event ' || n AS note FROM generate_series(1::bigint, $count) AS n;
      ALTER TABLE event ALTER time SET NOT NULL, ADD PRIMARY KEY (id);
      CREATE INDEX event_by_time ON event (time, id);
      COMMIT" || { end; fail table; }
    ask 'VACUUM ANALYZE event'
    echo READY
    cat >/dev/null
    end
    """
}
