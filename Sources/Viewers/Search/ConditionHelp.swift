package import TableUI

/// The help about conditions, shown after the help about keys.
package enum ConditionHelp {
  package static var sections: [KeyTable.Section] {
    [
      KeyTable.Section(
        heading: "Conditions, after & / ? and --filter",
        lines: [
          line("a=b", "equal; !=: not equal", []),
          line("a>=5", "compare numbers", ["a<5", "a>5", "a<=5"]),
          line("a~expr", "matches a pattern; !~: does not match", []),
          line("and", "combine conditions", ["or", "not", "( )"]),
          line(
            "level>=warn", "compare levels, times and durations", ["took>1s", "time>=10:02"]),
          line("Tab", "complete names and values", []),
        ])
    ]
  }

  private static func line(_ first: String, _ words: String, _ others: [String]) -> KeyTable.Line {
    KeyTable.Line(keys: [first] + others, title: words)
  }
}
