/// The completion for bash.
struct BashCompletion {
  let options: [CompletedOption]

  var text: String {
    """
    # Completes endless in bash. Made from the tables of the program by `make manuals`.

    \(Self.columns)

    _endless() {
      local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} list= columns
      COMPREPLY=()
      # A value beside its name: bash takes the sign for a word.
      if [[ $current == = ]]; then current=
      elif [[ $previous == = ]]; then previous=${COMP_WORDS[COMP_CWORD - 2]}
      fi
      current=${current#[\\"\\']}
      case $previous in
    \(values)
      esac
      # Names of files are bash's own affair.
      [[ $current == -* ]] || return
      mapfile -t COMPREPLY < <(compgen -W '\(names)' -- "$current")
    }
    complete -o bashdefault -o default -F _endless endless

    """
  }

  /// The shell functions that find the columns of the named file.
  private static let columns = """
    # The first named file that is a regular one, as the shell reads its name.
    _endless_file() {
      local word
      for word in "${COMP_WORDS[@]:1}"; do
        word=${word//[\\\\\\"\\']/}
        case $word in "~/"*) word=$HOME/${word#"~/"} ;; esac
        case $word in
          *.csv | *.tsv | *.json | *.jsonl | *.ndjson) if [[ -f $word ]]; then printf -v "$1" %s "$word"; return 0; fi ;;
        esac
      done
      return 1
    }

    # The names of its columns, from its first line: no program is run.
    _endless_columns() {
      local - file line field IFS
      set -f
      columns=()
      _endless_file file || return
      IFS= read -r -n 8192 line < "$file"
      line=${line%$'\\r'}
      if [[ $line == [[\\{]* ]]; then
        line=${line#*\\{}
        while [[ $line =~ (\\{[^{}]*\\}|\\[[^][]*\\]) ]]; do line=${line/"${BASH_REMATCH[1]}"/}; done
        while [[ $line =~ \\"([A-Za-z_@][A-Za-z0-9_.@-]*)\\"[[:space:]]*:(.*) ]]; do
          columns+=("${BASH_REMATCH[1]}")
          line=${BASH_REMATCH[2]}
        done
        return
      fi
      IFS=,
      case $line in *$'\\t'*) IFS=$'\\t' ;; *\\;*) [[ $line == *,* ]] || IFS=\\; ;; esac
      for field in $line; do
        field=${field//\\"/}
        [[ $field =~ ^[A-Za-z_@][A-Za-z0-9_.@-]*$ ]] && columns+=("$field")
      done
    }
    """

  private var names: String { options.flatMap(\.all).joined(separator: " ") }

  private var values: String {
    var actions: [(action: String, names: [String])] = []
    for option in options {
      guard let action = action(of: option.value) else { continue }
      if let index = actions.firstIndex(where: { $0.action == action }) {
        actions[index].names += option.all
      } else {
        actions.append((action, option.all))
      }
    }
    return actions.map { "    \($0.names.joined(separator: " | ")))\n      \($0.action)\n      ;;" }
      .joined(separator: "\n")
  }

  /// Returns the shell commands that complete a value; nil if the option takes no value.
  private func action(of value: CompletedOption.Value) -> String? {
    switch value {
    case .none: nil
    case .words(let words):
      "mapfile -t COMPREPLY < <(compgen -W \(words.joined(separator: " ").shellQuoted) -- \"$current\")\n      return"
    case .file: "return"
    case .folder: "compopt -o dirnames\n      return"
    case .columns:
      "_endless_columns\n      [[ $current == *,* ]] && list=${current%,*},\n      "
        + "mapfile -t COMPREPLY < <(compgen -P \"$list\" -W \"${columns[*]}\" -- \"${current##*,}\")\n      "
        + "compopt -o nospace +o default +o bashdefault\n      return"
    case .condition:
      "_endless_columns\n      mapfile -t COMPREPLY < <(compgen -W \"${columns[*]}\" -- \"$current\")\n      "
        + "compopt -o nospace +o default +o bashdefault\n      return"
    case .anything: "compopt +o default +o bashdefault\n      return"
    }
  }
}
