/// A finding of `--doctor`.
nonisolated package struct Finding: Equatable, Sendable {
  /// The result of a check.
  package enum State: String, Sendable {
    case right = "ok"
    /// Something does not work.
    case wrong
    /// Everything works, but there is a remark.
    case remark = "note"
  }

  package let name: String
  package let state: State
  /// A description of the finding.
  package let words: String
  /// The advice; nil if none is needed or possible.
  package let advice: String?

  package init(_ name: String, _ state: State, _ words: String, advice: String? = nil) {
    (self.name, self.state, self.words, self.advice) = (name, state, words, advice)
  }
}

/// A report that consists of findings.
nonisolated package struct DoctorReport {
  private let findings: [Finding]

  package init(_ findings: [Finding]) { self.findings = findings }

  /// The exit status: 0 if nothing is wrong, otherwise 1.
  package var status: Int32 { wrong > 0 ? 1 : 0 }

  private var wrong: Int { findings.count { $0.state == .wrong } }

  /// The report: a line for each finding, with the advice below it, and the number of problems at
  /// the end.
  package var text: String {
    let width = (findings.map(\.name.count).max() ?? 0) + 2
    let lines = findings.flatMap { finding in
      let head = "  \(padded(finding.state.rawValue, 7))\(padded(finding.name, width))"
      let blank = String(repeating: " ", count: head.count)
      return [head + finding.words] + (finding.advice.map { [blank + $0] } ?? [])
    }
    let end =
      switch wrong {
      case 0: "No problems found."
      case 1: "1 problem found."
      default: "\(wrong) problems found."
      }
    return lines.joined(separator: "\n") + "\n\n\(end)\n"
  }

  private func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(1, width - text.count))
  }
}
