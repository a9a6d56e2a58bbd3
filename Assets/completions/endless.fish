# Completes endless in fish. Made from the tables of the program by `make manuals`.

# The names of the columns of the first named regular file, from its first line: no program is run.
function __endless_columns
    for word in (commandline -xpc 2>/dev/null; or commandline -opc)[2..]
        if string match -qr '\.(csv|tsv|json|jsonl|ndjson)$' -- $word; and test -f $word
            read -n 8192 -l line <$word
            if string match -qr '^[\[{]' -- $line
                set line (string replace -r '^[^{]*\{' '' -- $line)
                while string match -qr '\{[^{}]*\}|\[[^\]\[]*\]' -- $line
                    set line (string replace -ar '\{[^{}]*\}|\[[^\]\[]*\]' '' -- $line)
                end
                string match -ar '"[A-Za-z_@][A-Za-z0-9_.@-]*"(?=\s*:)' -- $line | string trim -c '"'
            else if string match -q '*\t*' -- $line
                string split \t -- $line | string trim -c '"'
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

complete -c endless -l page-size -x -d 'The number of items to request in one load (50)'
complete -c endless -l prefetch -x -d 'Load the next page when N items are left below the screen (half a page, more during fast scrolling)'
complete -c endless -l keep -x -d 'The number of items to hold in memory (2000, or 300 lines of a file)'
complete -c endless -l max-requests -x -d 'Pause after N automatic requests'
complete -c endless -l retry-for -x -d 'Retry a failing load for this long (30)'
complete -c endless -l items -x -d 'Where the items are in a page or in a file'
complete -c endless -l next -x -d 'Where a page has the cursor or address of the next one'
complete -c endless -l id -x -a '(__endless_column_list)' -d 'The field that identifies an item, such as id or metadata.uid'
complete -c endless -l first-page -x -d 'The number of the first {page} (1)'
complete -c endless -l parallel -x -d 'The number of pages to load at once if they have numbers or offsets (4)'
complete -c endless -l timeout -x -d 'Stop a command or a request that is silent for this long (60)'
complete -c endless -s H -l request-header -x -d 'Send this header'
complete -c endless -l data -x -d 'Send this body by POST'
complete -c endless -l method -x -a 'GET POST' -d 'Use the method GET or POST'
complete -c endless -l credential -x -d 'Run a command and send its output'
complete -c endless -l token-param -x -d 'Send the cursor of the next page as this parameter'
complete -c endless -l cacert -r -F -d 'Trust the certificates in this file'
complete -c endless -l unix-socket -r -F -d 'Connect to this Unix socket instead of the host'
complete -c endless -l dry-run -d 'Print the requests for the first pages as curl commands, with names in place of secrets'
complete -c endless -l table -x -d 'Show this table instead of the list of tables'
complete -c endless -l query -x -d 'Show the rows of this query'
complete -c endless -l order-by -x -d 'Sort rows'
complete -c endless -l listen -x -d 'Refresh whenever a session on the server runs NOTIFY on this channel, as a trigger can (PostgreSQL)'
complete -c endless -l plain -d 'Write items as lines'
complete -c endless -l json -d 'Write one JSON object per line'
complete -c endless -l exit-status -d 'Exit with status 1 if nothing matches --filter, --since and --until'
complete -c endless -l limit -x -d 'Stop after N items of each source'
complete -c endless -l color -x -a 'auto always never' -d 'Use colours'
complete -c endless -l tint -x -a 'auto never' -d 'Colour times and levels in logs'
complete -c endless -l ascii -d 'Draw symbols and pictures in ASCII only'
complete -c endless -l painter -x -a 'auto ncurses direct' -d 'Draw the screen with ncurses or without it (direct)'
complete -c endless -l mouse -d 'Use the mouse wheel, clicks and drags'
complete -c endless -l format -x -a 'auto text json ndjson csv tsv' -d 'The input format (text, json, ndjson, csv or tsv), or auto to detect it'
complete -c endless -l time -x -a 'local utc source' -d 'Show times in records in a time zone'
complete -c endless -l columns -x -a '(__endless_column_list)' -d 'Show or write only these columns of records, in this order'
complete -c endless -l delimiter -x -d 'Read text as values separated by this character, such as \';\', tab, ^A or 0x1F'
complete -c endless -l header -x -d 'Keep the first L lines and C columns on the screen'
complete -c endless -l skip -x -d 'Skip the first N lines of CSV data'
complete -c endless -l filter -x -a '(__endless_columns)' -d 'Show or write only items that match a pattern, or conditions such as \'status>=500 and not path~^/health\''
complete -c endless -l since -x -d 'Begin at a time'
complete -c endless -l until -x -d 'End before a time'
complete -c endless -s S -l chop-long-lines -d 'Cut long lines instead of wrapping them'
complete -c endless -l encoding -x -d 'The encoding of text'
complete -c endless -l wordwrap -d 'Wrap long lines at blanks'
complete -c endless -s i -l ignore-case -d 'Ignore case in searches'
complete -c endless -s x -l tabs -x -d 'Set tab stops at multiples of N columns (8), or at the listed columns'
complete -c endless -s N -l line-numbers -d 'Number lines as soon as they are counted'
complete -c endless -s f -l follow -d 'Follow the end of a file as it grows'
complete -c endless -s F -l quit-if-one-screen -d 'If the text fits on one screen, print it and exit'
complete -c endless -s X -l no-init -d 'Leave the last screen on the terminal'
complete -c endless -l latency -x -d 'Delay each load by this time'
complete -c endless -l fail-every -x -d 'Make every n-th load fail'
complete -c endless -l secure -d 'Serve as the only command of an SSH server'
complete -c endless -l posts -x -a '(__fish_complete_directories)' -d 'Read posts from timeline.sqlite in this folder'
complete -c endless -l likes -r -F -d 'Append likes to this file, up to 1 MiB'
complete -c endless -l slots -x -a '(__fish_complete_directories)' -d 'Use lock files in this folder to count sessions'
complete -c endless -l sessions -x -d 'The maximum number of sessions (50)'
complete -c endless -l idle-limit -x -d 'End an idle session after this time (300)'
complete -c endless -l time-limit -x -d 'End a session after this time (1800)'
complete -c endless -l input-limit -x -d 'Accept this much input per second (4096) and drop the rest'
complete -c endless -l log -r -F -d 'Write events to a file, one per line'
complete -c endless -l doctor -d 'Check this installation'
complete -c endless -s V -l version -d 'Show the version'
complete -c endless -s h -l help -d 'Show short help'
