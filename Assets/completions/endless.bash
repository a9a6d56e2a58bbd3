# Completes endless in bash. Made from the tables of the program by `make manuals`.

# The first named file that is a regular one, as the shell reads its name.
_endless_file() {
  local word
  for word in "${COMP_WORDS[@]:1}"; do
    word=${word//[\\\"\']/}
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
  line=${line%$'\r'}
  if [[ $line == [[\{]* ]]; then
    line=${line#*\{}
    while [[ $line =~ (\{[^{}]*\}|\[[^][]*\]) ]]; do line=${line/"${BASH_REMATCH[1]}"/}; done
    while [[ $line =~ \"([A-Za-z_@][A-Za-z0-9_.@-]*)\"[[:space:]]*:(.*) ]]; do
      columns+=("${BASH_REMATCH[1]}")
      line=${BASH_REMATCH[2]}
    done
    return
  fi
  IFS=,
  case $line in *$'\t'*) IFS=$'\t' ;; *\;*) [[ $line == *,* ]] || IFS=\; ;; esac
  for field in $line; do
    field=${field//\"/}
    [[ $field =~ ^[A-Za-z_@][A-Za-z0-9_.@-]*$ ]] && columns+=("$field")
  done
}

_endless() {
  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} list= columns
  COMPREPLY=()
  # A value beside its name: bash takes the sign for a word.
  if [[ $current == = ]]; then current=
  elif [[ $previous == = ]]; then previous=${COMP_WORDS[COMP_CWORD - 2]}
  fi
  current=${current#[\"\']}
  case $previous in
    --page-size | --prefetch | --keep | --max-requests | --retry-for | --items | --next | --first-page | --parallel | --timeout | -H | --request-header | --data | --credential | --token-param | --table | --query | --order-by | --listen | --limit | --delimiter | --header | --skip | --since | --until | --encoding | -x | --tabs | --latency | --fail-every | --sessions | --idle-limit | --time-limit | --input-limit)
      compopt +o default +o bashdefault
      return
      ;;
    --id | --columns)
      _endless_columns
      [[ $current == *,* ]] && list=${current%,*},
      mapfile -t COMPREPLY < <(compgen -P "$list" -W "${columns[*]}" -- "${current##*,}")
      compopt -o nospace +o default +o bashdefault
      return
      ;;
    --method)
      mapfile -t COMPREPLY < <(compgen -W 'GET POST' -- "$current")
      return
      ;;
    --cacert | --unix-socket | --likes | --log)
      return
      ;;
    --color)
      mapfile -t COMPREPLY < <(compgen -W 'auto always never' -- "$current")
      return
      ;;
    --tint)
      mapfile -t COMPREPLY < <(compgen -W 'auto never' -- "$current")
      return
      ;;
    --painter)
      mapfile -t COMPREPLY < <(compgen -W 'auto ncurses direct' -- "$current")
      return
      ;;
    --format)
      mapfile -t COMPREPLY < <(compgen -W 'auto text json ndjson csv tsv' -- "$current")
      return
      ;;
    --time)
      mapfile -t COMPREPLY < <(compgen -W 'local utc source' -- "$current")
      return
      ;;
    --filter)
      _endless_columns
      mapfile -t COMPREPLY < <(compgen -W "${columns[*]}" -- "$current")
      compopt -o nospace +o default +o bashdefault
      return
      ;;
    --posts | --slots)
      compopt -o dirnames
      return
      ;;
  esac
  # Names of files are bash's own affair.
  [[ $current == -* ]] || return
  mapfile -t COMPREPLY < <(compgen -W '--page-size --prefetch --keep --max-requests --retry-for --items --next --id --first-page --parallel --timeout -H --request-header --data --method --credential --token-param --cacert --unix-socket --dry-run --table --query --order-by --listen --plain --json --exit-status --limit --color --tint --ascii --painter --mouse --format --time --columns --delimiter --header --skip --filter --since --until -S --chop-long-lines --encoding --wordwrap -i --ignore-case -x --tabs -N --line-numbers -f --follow -F --quit-if-one-screen -X --no-init --latency --fail-every --secure --posts --likes --slots --sessions --idle-limit --time-limit --input-limit --log --doctor -V --version -h --help' -- "$current")
}
complete -o bashdefault -o default -F _endless endless
