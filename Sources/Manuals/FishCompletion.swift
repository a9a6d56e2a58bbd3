/// The completion for fish.
struct FishCompletion {
  let options: [CompletedOption]

  var text: String {
    """
    # Completes endless in fish. Made from the tables of the program by `make manuals`.

    \(Self.columns)

    \(options.map(line).joined(separator: "\n"))

    """
  }

  /// The shell functions that find the columns of the named file.
  private static let columns = """
    # The names of the columns of the first named regular file, from its first line: no program is run.
    function __endless_columns
        for word in (commandline -xpc 2>/dev/null; or commandline -opc)[2..]
            if string match -qr '\\.(csv|tsv|json|jsonl|ndjson)$' -- $word; and test -f $word
                read -n 8192 -l line <$word
                if string match -qr '^[\\[{]' -- $line
                    set line (string replace -r '^[^{]*\\{' '' -- $line)
                    while string match -qr '\\{[^{}]*\\}|\\[[^\\]\\[]*\\]' -- $line
                        set line (string replace -ar '\\{[^{}]*\\}|\\[[^\\]\\[]*\\]' '' -- $line)
                    end
                    string match -ar '"[A-Za-z_@][A-Za-z0-9_.@-]*"(?=\\s*:)' -- $line | string trim -c '"'
                else if string match -q '*\\t*' -- $line
                    string split \\t -- $line | string trim -c '"'
                else if not string match -q '*,*' -- $line
                    string split ';' -- $line | string trim -c '"'
                else
                    string split , -- $line | string trim -c '"'
                end
                return
            end
        end
    end

    # A list that has names already goes on behind its last comma.
    function __endless_column_list
        set -l before (string match -r '^(?:--columns=)?(.*,)' -- (commandline -ct))[2]
        string replace -r '^' "$before" -- (__endless_columns)
    end
    """

  private func line(_ option: CompletedOption) -> String {
    let letters = option.letters.map { " -s \($0.dropFirst())" }.joined()
    let names = option.names.map { " -l \($0.dropFirst(2))" }.joined()
    return
      "complete -c endless\(letters)\(names)\(argument(of: option.value)) -d \(Self.quoted(option.help))"
  }

  private func argument(of value: CompletedOption.Value) -> String {
    switch value {
    case .none: ""
    case .words(let words): " -x -a \(Self.quoted(words.joined(separator: " ")))"
    case .file: " -r -F"
    case .folder: " -x -a '(__fish_complete_directories)'"
    case .columns: " -x -a '(__endless_column_list)'"
    case .condition: " -x -a '(__endless_columns)'"
    case .anything: " -x"
    }
  }

  private static func quoted(_ text: String) -> String {
    "'" + text.map { $0 == "'" || $0 == "\\" ? "\\\($0)" : String($0) }.joined() + "'"
  }
}
