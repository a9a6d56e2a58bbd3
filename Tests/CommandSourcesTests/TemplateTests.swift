import Answers
import CommandSources
import Testing

/// How the placeholders of a command are replaced.
@Suite struct `A command with placeholders` {
  private static let page = "\"${ENDLESS_PAGE}\""
  private static let last = "\"${ENDLESS_LAST}\""

  @Test(arguments: [
    ("a {page}", "a \(page)"),
    ("a \"{page}\"", "a \"${ENDLESS_PAGE}\""),
    ("a --from={last} b", "a --from=\(last) b"),
    ("a 'x'{page}'y'", "a 'x'\(page)'y'"),
    ("a \\{page} {page}", "a \\{page} \(page)"),
    ("a {{page}} '{{last}}' {page}", "a {page} '{last}' \(page)"),
    ("a \"b $(c {page} \"d{page}\")\"", "a \"b $(c \(page) \"d${ENDLESS_PAGE}\")\""),
    ("a ${ENDLESS_LAST:+--from {last}}", "a ${ENDLESS_LAST:+--from \(last)}"),
    ("a \"${ENDLESS_LAST:+from {last}}\"", "a \"${ENDLESS_LAST:+from ${ENDLESS_LAST}}\""),
    ("a $(( ({page} - 1) * 10 ))", "a $(( (${ENDLESS_PAGE} - 1) * 10 ))"),
    ("if a; then b {page}; fi # x", "if a; then b \(page); fi # x"),
    ("X={last} a 2>&1 >f {last}", "X=\(last) a 2>&1 >f \(last)"),
    ("a <<E {page}\nb 'c\nE\nd {page}", "a <<E \(page)\nb 'c\nE\nd \(page)"),
    ("case {last} in x) a {last};; esac", "case \(last) in x) a \(last);; esac"),
    ("a#b {page}", "a#b \(page)"), ("a {pages} {}", "a {pages} {}"),
  ]) func `refers to variables, in the quotes that stand around`(
    command: String, program: String
  ) throws {
    #expect(try CommandTemplate(command).program == program)
  }

  /// Some of these commands are dangerous only if `sh` is bash.
  @Test(arguments: [
    "(( n = 1 + {last} ))", "a; ((n={last}))", "echo ${x[{last}]}", "echo ${x:{last}}",
    "echo ${#x[{last}]}",
    "let n={last}", "[[ {last} -eq 1 ]]", "unset {last}", "export {last}", "read {last}",
    "eval \"$(printf %s {last})\"", "eval a $(b {last})", "trap \"$(a {last})\" EXIT",
    "\"$(echo {last})\" a",
    "$(echo {last})", "nice -n 5 {last}", "sudo -u x {last}", "env -i {last}", "exec -a x {last}",
    "sh <<E\necho foo\\\nE\necho {last}\nE\n",
  ]) func `is refused where a value would be read as a program`(command: String) {
    #expect(throws: CommandError.self) { try CommandTemplate(command) }
  }

  @Test(arguments: [
    "sudo kubectl get {last}", "nice a {last}", "x=$(a {last}); b $x", "a $(b \"{last}\")",
    "a ${x:-{last}}",
    "( a {last} )", "x=$( ( a {last} ) ); b", "a <<'E' {last}\nfoo\\\nE\n", "a \"\\\n{last}\"",
    "a ${x#{last}} ${#x}", "[ {last} = 1 ] && a",
  ]) func `is taken where it is a word`(command: String) throws {
    #expect(try CommandTemplate(command).placeholders == [.last])
  }

  @Test func `has a word begun by a value behind a line feed that the shell takes out`() throws {
    #expect(try CommandTemplate("a \"\\\n{last}\"").wordStarts == [.last])
  }

  @Test(arguments: [
    (
      "a '{page}'",
      "{page} cannot be used within single quotes: write {{page}} for the literal text"
    ),
    ("a # {last}", "{last} cannot be used in a comment: write {{last}} for the literal text"),
    (
      "a <<E\n{page}\nE",
      "{page} cannot be used in a here-document: write {{page}} for the literal text"
    ),
    (
      "a <<-'E' b\n\tx\n\tE\nc <<E\n{page}\nE",
      "{page} cannot be used in a here-document: write {{page}} for the literal text"
    ),
    (
      "a `b {page}`",
      "{page} cannot be used within backquotes (use $(…) instead): write {{page}} for the literal text"
    ),
    (
      "a $(( {last} ))",
      "{last} cannot be used in an arithmetic expression: write {{last}} for the literal text"
    ),
    (
      "a $'x' {page}",
      "{page} cannot be used in a command with $'…': write {{page}} for the literal text"
    ),
    (
      "a '{page}", "{page} cannot be used within single quotes: write {{page}} for the literal text"
    ),
    ("a \"{page}", "a quote or a bracket in the command is not closed"),
    ("a $(b {page}", "a quote or a bracket in the command is not closed"),
    ("a {page} 'b", "a quote or a bracket in the command is not closed"),
    ("a {page} {offset}", "a command cannot use both {page} and {offset}"),
    ("a {last} $ENDLESS_CURSOR", "a command cannot use both {cursor} and {last}"),
    (
      "a {limit}",
      "{limit} alone loads only one page: add {page}, {offset}, {cursor} or {last}"
    ),
    (
      "echo $[ {last} ]",
      "{last} cannot be used in a command with ((…)), $[…], ${…[…]} or ${…:…}: write {{last}} for the literal text"
    ),
  ]) func `is refused where a value would not be a word of it`(
    command: String, words: String
  ) {
    #expect { try CommandTemplate(command) } throws: { "\($0)" == words }
  }

  @Test(arguments: [
    "{last}", "\"{last}\" a", "a; {last}", "a && {last}", "a | {last}", "a & {last}", "(  {last} )",
    "a $({last})", "if {last}", "! {last}", "X=1 {last}", "2>f {last}", "> f {last}", "\n{last}",
    "{ {last}; }", "./{last}", "exec {last}", "env X=1 {last}", "eval a {last}", ". {last}",
    "\"$X\"{last}", "${X:+{last}}", "a\n$(b)\n{last}",
  ]) func `is refused where a value would be a command`(command: String) {
    #expect(throws: CommandError.refused(.last, .commandName)) { try CommandTemplate(command) }
  }

  @Test func `is refused where shells differ in what is quoted`() {
    #expect(throws: CommandError.refused(.last, .caseInSubstitution)) {
      try CommandTemplate("a $(case x in x) b;; esac) {last}")
    }
    #expect(throws: CommandError.refused(.last, .parentheses)) {
      try CommandTemplate("a \"$((b); c {last})\"")
    }
    #expect(throws: CommandError.refused(.last, .nestedQuotes)) {
      try CommandTemplate("a \"${X:+\"b\"}\" {last}")
    }
  }

  @Test func `knows which begin a word`() throws {
    for command in [
      "a {last}", "a \"{last}\"", "a ''{last}", "a \"$X\"{last}", "a ${X:+{last}}",
      "a $({b} {last})",
      "a $X{last}", "a >{last}", "a ${X:+b}{last}",
    ] {
      #expect(try CommandTemplate(command).wordStarts == [.last], "\(command)")
    }
    for command in ["a x{last}", "a --b={last}", "a \"x{last}\"", "a 'x'{last}", "a \\-{last}"] {
      #expect(try CommandTemplate(command).wordStarts == [], "\(command)")
    }
  }

  @Test func `without any is one run`() throws {
    for command in ["a", "a 'b", "a ${ENDLESS_PAGES}", "a ENDLESS_PAGE", "a {{page}}"] {
      #expect(try !CommandTemplate(command).isPaged, "\(command)")
    }
    #expect(try CommandTemplate("a {{page}}").program == "a {page}")
    #expect(try CommandTemplate("a ${ENDLESS_CURSOR:+x}").way == .cursor)
  }
}
