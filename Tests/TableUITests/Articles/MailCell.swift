import TableUI
import Terminal

@MainActor final class MailCell: ReusableCell {
  private let dayNames: [String]
  private var lines: [SafeText] = []

  init(dayNames: [String]) { self.dayNames = dayNames }

  func show(_ mail: Mail, beginsDay: Bool) {
    lines = (beginsDay ? [SafeText(dayNames[mail.day])] : []) + [SafeText(mail.subject)]
  }

  func height(forWidth width: Int) -> Int { lines.count }

  func draw(in canvas: inout Canvas) {
    for (index, line) in lines.enumerated() {
      canvas.draw(line, at: Point(line: index, column: 0))
    }
  }
}
