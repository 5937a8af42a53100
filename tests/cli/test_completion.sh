# heco completion: bash completes with it; every option of every subcommand is in all three.
. "$(dirname "$0")/common.sh"

for shell in bash zsh fish; do
    expect 0 "$heco" completion $shell
    cp "$work/out" "$work/$shell"
    command -v $shell >/dev/null || continue
    $shell -n "$work/$shell" 2>"$work/err" || fail "$shell does not read it: $(cat "$work/err")"
done
refused 2 "'basch' is not a shell.*bash" "$heco" completion basch
refused 2 'completion' "$heco" completion

for sub in $("$heco" help | sed -n 's/^  heco \([a-z]*\) .*/\1/p'); do
    "$heco" help "$sub" | sed -n 's/^  *\(-[a-z], \)\{0,1\}--\([a-z-]*\).*/\2/p' >"$work/options"
    while read -r option; do
        grep -q "^    $sub) options='.*--$option " "$work/bash" || [ "$option" = help ] || fail "bash: $sub lacks --$option"
        awk -v s="        $sub)" 'index($0, s) == 1 {on = 1} on; on && /;;$/ {exit}' "$work/zsh" |
            grep -q -- "--$option\[" || fail "zsh: $sub lacks --$option"
        grep -q "from $sub' -l $option " "$work/fish" || [ "$option" = help ] || fail "fish: $sub lacks --$option"
    done <"$work/options"
done

# complete WORD...: what bash offers for the last word
complete_with_bash() {
    bash -c '. "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _heco; printf "%s\n" "${COMPREPLY[@]}"' \
        bash "$work/bash" "$@" >"$work/out" 2>"$work/err"
    [ ! -s "$work/err" ] || fail "bash: $(cat "$work/err")"
}
offers() { grep -qx -- "$1" "$work/out" || fail "'$1' is not offered: $(tr '\n' ' ' <"$work/out")"; }
offers_not() { ! grep -qx -- "$1" "$work/out" || fail "'$1' is offered"; }

cd "$work" && mkdir -p folder && touch beam.lua
complete_with_bash heco so
offers solve
offers_not bench
complete_with_bash heco be
offers bench
offers beam.lua
complete_with_bash heco solve --alg
offers --algorithm
complete_with_bash heco solve --algorithm heco-d
offers heco-de
offers_not beam.lua
complete_with_bash heco solve b
offers beam.lua
complete_with_bash heco solve --data ''
offers folder
offers_not beam.lua
complete_with_bash heco bench --trace c
offers coarse
complete_with_bash heco list pro
offers problems
complete_with_bash heco solve --evals ''
offers_not beam.lua
finish
