/// The completion for zsh.
struct ZshCompletion {
  let options: [CompletedOption]

  var text: String {
    """
    #compdef endless
    # Completes endless in zsh. Made from the tables of the program by `make manuals`.

    \(Self.columns)

    _arguments -s -S \\
    \(specifications)
      '*:source:_files'

    """
  }

  /// The shell functions that find the columns of the named file.
  private static let columns = """
    # The names of the columns of the first named regular file, from its first line: no program is run.
    _endless_columns() {
      local word file line rest
      local -a columns
      for word in ${words[2,-1]}; do
        word=${~${(Q)word}}
        case $word in
          *.csv | *.tsv | *.json | *.jsonl | *.ndjson) if [[ -f $word ]]; then file=$word; break; fi ;;
        esac
      done 2>/dev/null
      [[ -n $file ]] || return 1
      zmodload zsh/system && sysread -s 8192 line < $file
      line=${line%%$'\\n'*}
      line=${line%$'\\r'}
      if [[ $line == [[{]* ]]; then
        line=${line#*\\{}
        while [[ $line =~ '(\\{[^{}]*\\}|\\[[^][]*\\])' ]]; do line=${line/"${match[1]}"/}; done
        while [[ $line =~ '"([A-Za-z_@][A-Za-z0-9_.@-]*)"[[:space:]]*:(.*)' ]]; do
          columns+=($match[1])
          line=$match[2]
        done
      elif [[ $line == *$'\\t'* ]]; then columns=(${(ps:\\t:)line})
      elif [[ $line == *\\;* && $line != *,* ]]; then columns=(${(s:;:)line})
      else columns=(${(s:,:)line})
      fi
      columns=(${(M)${columns//\\"/}:#[A-Za-z_@]*})
      # More names may follow a comma, and an operator follows a name in a condition.
      compadd "$@" -S '' -a columns
    }

    _endless_column_list() {
      compset -P '*,'
      _endless_columns "$@"
    }
    """

  private var specifications: String {
    options.map { option in
      let isRepeated = option.value == .condition || option.names == ["--request-header"]
      let others = isRepeated ? "*" : "(\(option.all.joined(separator: " ")))"
      let words = "[\(Self.escaped(option.help))]\(Self.argument(of: option))"
      return option.all.count == 1
        ? "  '\(isRepeated ? "*" : "")\(Self.sign(option.all[0], option.value))\(words)' \\"
        : "  '\(others)'\(Self.signed(option))'\(words)' \\"
    }.joined(separator: "\n")
  }

  private static func signed(_ option: CompletedOption) -> String {
    "{" + option.all.map { sign($0, option.value) }.joined(separator: ",") + "}"
  }

  /// Returns the name of an option with the sign that tells zsh where the value is: after a long
  /// name `=` is allowed, and after a short one the value may follow directly.
  private static func sign(_ name: String, _ value: CompletedOption.Value) -> String {
    value == .none ? name : name.hasPrefix("--") ? name + "=" : name + "+"
  }

  private static func argument(of option: CompletedOption) -> String {
    switch option.value {
    case .none: ""
    case .words(let words): ":\(option.valueName):(\(words.joined(separator: " ")))"
    case .file: ":\(option.valueName):_files"
    case .folder: ":\(option.valueName):_files -/"
    case .columns: ":\(option.valueName):_endless_column_list"
    case .condition: ":\(option.valueName):_endless_columns"
    case .anything: ":\(option.valueName): "
    }
  }

  private static func escaped(_ text: String) -> String {
    text.map { "[]'\\".contains($0) ? ($0 == "'" ? "'\\''" : "\\\($0)") : String($0) }.joined()
  }
}
