# Completions of PROGRAM for bash. Made by 'PROGRAM completions bash'.

_PROGRAM() {
  local IFS=$'\n' first=$COMP_CWORD current=${COMP_WORDS[COMP_CWORD]} before= line kind
  local words=("${COMP_WORDS[@]:1:COMP_CWORD}")
  [[ $current != '=' ]] || current=
  # Bash ends words at colons, and replaces only what follows the last one.
  line=${COMP_LINE:0:COMP_POINT}
  line=${line##*[[:space:]=]}
  if [[ $line == *:* && $line != *[\\\"\']* && $COMP_WORDBREAKS == *:* ]]; then
    while [[ $current != "$line" && $first -gt 1 ]]; do current=${COMP_WORDS[--first]}$current; done
    # If the cursor is within the word, the line has only its beginning.
    if [[ $current == "$line" ]]; then
      words=("${COMP_WORDS[@]:1:first-1}" "$current")
      before=${line%"${line##*:}"}
    else
      current=${COMP_WORDS[COMP_CWORD]}
    fi
  fi
  COMPREPLY=()
  while read -r line; do
    case $line in
      :files | :folders)
        compopt -o filenames 2> /dev/null
        [[ $line == :files ]] && kind=-f || kind=-d
        while read -r line; do COMPREPLY+=("${line#"$before"}"); done < <(compgen "$kind" -- "$current")
        ;;
      *)
        line=${line%%$'\t'*}
        COMPREPLY+=("${line#"$before"}")
        ;;
    esac
  done < <(PROGRAM complete "${words[@]}" 2> /dev/null)
}

complete -F _PROGRAM PROGRAM
