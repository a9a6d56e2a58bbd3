/// Viewers that connect over SSH.
struct SSHLoadMeasurement: Measurement {
  /// The folder of the posts.
  let posts: String

  func rows(_ bench: Bench) throws(MeasureError) -> [Row] {
    if let obstacle = SSHDemo.obstacle(bench.sshDemo) { return [missing(obstacle)] }
    do throws(MeasureError) {
      return try measured(bench)
    } catch {
      // The cause is often outside our program: the account may not log in, or the system has no
      // terminals for guests.
      Progress.say("over SSH: \(error)")
      return [missing("it could not be measured")]
    }
  }

  private func measured(_ bench: Bench) throws(MeasureError) -> [Row] {
    let count = bench.isQuick ? 4 : 15
    let demo = try SSHDemo(bench.sshDemo ?? "", posts: posts, bench)
    let crowd = Crowd(demo.entry)
    try crowd.grow(to: count)
    let sessions = demo.sessions
    guard sessions.count == count else {
      throw MeasureError("\(sessions.count) sessions of \(count) viewers")
    }
    let figures = try LoadFigures(crowd, sessions, keys: bench.rounds(50))
    let processes = sessions.map { Double($0.processes.count) }.max() ?? 0
    let failures = try crowd.shrink() + (demo.end() ? 0 : 1)
    let name = "\(count) over SSH"
    return figures.rows(name, "each with its `sshd`") + [
      Row(title: "\(name): processes of each session", unit: .times, endless: processes),
      Row(
        title: "\(name): sessions that ended abnormally", unit: .times, endless: Double(failures),
        reach: .most(0)),
    ]
  }

  private func missing(_ reason: String) -> Row {
    Row(title: "over SSH: not measured, \(reason)", unit: .times)
  }
}
