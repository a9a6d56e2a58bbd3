import Programs
import TableUI

/// The parts that both pages have: the options under their headings, and the keys by screen and
/// task.
extension Mdoc {
  /// The date of the pages, which is changed by hand.
  static let date = "November 28, 2026"

  mutating func head(_ name: String, _ words: String) {
    macro("Dd", Self.date)
    macro("Dt", name.uppercased(), "1")
    macro("Os")
    section("NAME")
    macro("Nm", name)
    macro("Nd", words)
  }

  /// Returns the name of an option without its first dash, which the macro writes.
  static func flag(_ name: String) -> String {
    let rest = String(name.dropFirst())
    return rest == "?" ? "\\&?" : escaped(rest)
  }

  /// Writes the options under the headings of their groups.
  mutating func options(_ options: [CommandOption]) {
    var group: CommandOption.Group?
    for option in options {
      if option.group != group {
        if group != nil { macro("El") }
        subsection(option.group.title)
        macro("Bl", "-tag", "-width", "Ds")
        group = option.group
      }
      macro("It", Self.term(option))
      words(option.help)
    }
    if group != nil { macro("El") }
  }

  private static func term(_ option: CommandOption) -> String {
    let names = option.names.map { "Fl \(flag($0))" }.joined(separator: " , ")
    let value = option.valueName ?? ""
    return value.isEmpty ? names : "\(names) Ar \(argument(value.filter { $0 != "'" }))"
  }

  /// Writes the keys by screen, in the groups of the help.
  mutating func keys(_ screens: [ScreenKeys]) {
    for screen in screens {
      subsection(screen.title)
      for section in screen.table.sections {
        paragraph()
        macro("Em", Self.argument(section.heading))
        list(
          section.lines.map { line in
            (line.keys.map { "Ic \(Self.argument($0))" }.joined(separator: " , "), line.title)
          })
      }
    }
  }
}
