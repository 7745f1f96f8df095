# Completions of PROGRAM for bash. Made by 'PROGRAM completions bash'.

_PROGRAM() {
  local IFS=$'\n' current=${COMP_WORDS[COMP_CWORD]} line kind
  [[ $current != '=' ]] || current=
  COMPREPLY=()
  while read -r line; do
    case $line in
      :files | :folders)
        compopt -o filenames 2> /dev/null
        [[ $line == :files ]] && kind=-f || kind=-d
        while read -r line; do COMPREPLY+=("$line"); done < <(compgen "$kind" -- "$current")
        ;;
      *) COMPREPLY+=("${line%%$'\t'*}") ;;
    esac
  done < <(PROGRAM complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2> /dev/null)
}

complete -F _PROGRAM PROGRAM
