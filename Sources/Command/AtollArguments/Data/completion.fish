# Completions of PROGRAM for fish. Made by 'PROGRAM completions fish'.

function __PROGRAM_complete
    set -l before (commandline -opc)
    set -e before[1]
    # fish puts a quotation mark before the candidates if there is one before the word.
    set -l path (commandline -ct)
    set -l current (string trim -l -c '"\'' -- $path)
    set -l start ''
    if string match -q -- '--*=*' $current
        set -l parts (string split -m 1 = -- $current)
        set -a before $parts[1] =
        set start $parts[1]=
        set path $parts[2]
        set current (string trim -l -c '"\'' -- $path)
    end
    for line in (PROGRAM complete $before $current 2> /dev/null)
        switch $line
            case :files :folders
                # fish completes paths, such as ~/x, after a command that it does not know.
                for candidate in (complete -C "__PROGRAM_path $path")
                    if test $line = :files; or string match -q -- '*/' $candidate
                        printf '%s\n' $start$candidate
                    end
                end
            case '*'
                printf '%s\n' $start$line
        end
    end
end

complete -c PROGRAM -f -a '(__PROGRAM_complete)'
