package import TableUI

/// The help about conditions, after the keys.
package enum ConditionHelp {
  package static var sections: [KeyTable.Section] {
    [
      KeyTable.Section(
        heading: "Conditions, behind & / ? and --filter",
        lines: [
          line("a=b", "equal; != other", []),
          line("a>=5", "at least", ["a<5", "a>5", "a<=5"]),
          line("a~expr", "matches a pattern; !~ does not", []),
          line("and", "joins conditions, as do", ["or", "not", "( )"]),
          line(
            "level>=warn", "levels, times and durations have an order", ["took>1s", "time>=10:02"]),
          line("Tab", "completes names and values", []),
        ])
    ]
  }

  private static func line(_ first: String, _ words: String, _ others: [String]) -> KeyTable.Line {
    KeyTable.Line(keys: [first] + others, title: words)
  }
}
