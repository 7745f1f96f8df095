#compdef PROGRAM
# Completions of PROGRAM for zsh. Made by 'PROGRAM completions zsh'.

_PROGRAM() {
  local line word tab=$'\t'
  local -a before=("${(@)words[2,CURRENT-1]}") candidates plain
  if compset -P '--*='; then before+=("${words[CURRENT]%%=*}" '='); fi
  for line in "${(@f)$(PROGRAM complete "${before[@]}" "$PREFIX" 2> /dev/null)}"; do
    case $line in
      '') ;;
      :files) _files ;;
      :folders) _files -/ ;;
      *$tab*)
        word=${line%%$tab*}
        candidates+=("$word:${line#*$tab}")
        ;;
      *) plain+=("$line") ;;
    esac
  done
  (( $#plain )) && compadd -a plain
  (( $#candidates )) && _describe PROGRAM candidates
}

if [[ $funcstack[1] == _PROGRAM ]]; then
  _PROGRAM "$@"
else
  compdef _PROGRAM PROGRAM
fi
