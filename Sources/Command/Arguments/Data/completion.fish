# Completions of PROGRAM for fish. Made by 'PROGRAM completions fish'.

function __PROGRAM_complete
    set -l before (commandline -opc)
    set -e before[1]
    # fish puts a quotation mark before the candidates if there is one before the word.
    set -l current (string trim -l -c '"\'' -- (commandline -ct))
    set -l start ''
    if string match -q -- '--*=*' $current
        set -l parts (string split -m 1 = -- $current)
        set -a before $parts[1] =
        set start $parts[1]=
        set current (string trim -l -c '"\'' -- $parts[2])
    end
    for line in (PROGRAM complete $before $current 2> /dev/null)
        switch $line
            case :files
                for path in (__fish_complete_path $current)
                    printf '%s\n' $start$path
                end
            case :folders
                __fish_complete_directories $start$current ''
            case '*'
                printf '%s\n' $start$line
        end
    end
end

complete -c PROGRAM -f -a '(__PROGRAM_complete)'
