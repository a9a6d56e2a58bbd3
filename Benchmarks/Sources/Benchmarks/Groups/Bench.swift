/// The common parts of all measurements: the programs, the files, and the numbers of rounds.
struct Bench: Sendable {
  /// Our viewer.
  var endless: Viewer
  /// The viewer to compare with ours.
  var less = Viewer.less
  /// The other viewers that are installed.
  var others = Viewer.others.filter(\.isThere)
  /// The files to show.
  let files: LogFiles
  /// The home folder of the programs.
  let home: Home
  /// The script that serves the timeline over SSH; if it is nil, SSH is not measured.
  let sshDemo: String?
  /// The sample API; if nil, addresses are not measured.
  let service: String?
  /// Whether few rounds are enough.
  let isQuick: Bool

  /// Measures the other viewers that open a file in reasonable time and have keys for the given
  /// moves; if a viewer cannot be measured, it is left out and a message says so.
  func others<Value>(
    showing file: LogFile, going moves: [Move] = [],
    _ measure: (Viewer) throws(MeasureError) -> Value
  ) -> [(name: String, value: Value)] {
    let able = others.filter { viewer in
      viewer.largest >= file.megabytes && moves.allSatisfy { viewer.keys[$0] != nil }
    }
    var values: [(name: String, value: Value)] = []
    for viewer in able {
      do throws(MeasureError) {
        values.append((viewer.name, try measure(viewer)))
      } catch {
        Progress.say("left out: \(error)")
      }
    }
    return values
  }

  /// The number of rounds: the wanted number, or with `--quick` a fifth of it, but at least two.
  func rounds(_ wanted: Int) -> Int { isQuick ? max(2, wanted / 5) : wanted }

  /// The median time of a shell script, in seconds; `$0` is the file.
  func time(of script: String, _ file: LogFile) throws(MeasureError) -> Double {
    var sample = Sample()
    for _ in 0..<rounds(3) { sample.add(try timeOnce(of: script, file)) }
    return sample.median
  }

  /// The time of one run of a shell script; `$0` is the file.
  func timeOnce(of script: String, _ file: LogFile) throws(MeasureError) -> Duration {
    let terminal = try MeasuredTerminal(
      Launch(
        program: "sh", arguments: ["-c", script + " && echo DONE", file.path],
        environment: home.environment))
    return try terminal.frame(
      since: terminal.start, holding: [Array("DONE".utf8)], quiet: .zero, within: .seconds(120)
    ).awaited
  }

  /// Opens a file in our viewer and in the compared one, and waits until both are ready for keys.
  func openPair(_ file: LogFile) throws(MeasureError) -> (endless: OpenViewer, less: OpenViewer) {
    (try OpenViewer(endless, file, in: home), try OpenViewer(less, file, in: home))
  }
}
