# The man pages compile, and name every option of the subcommands that have their own page
# (or refer to heco-solve(1) for it).
. "$(dirname "$0")/common.sh"
pages=$(dirname "$0")/../../docs/man
command -v scdoc >/dev/null || { echo "no scdoc: skipped"; exit 77; }

for page in "$pages"/*.scd; do
    scdoc <"$page" >"$work/page" 2>"$work/err" || fail "$page: $(cat "$work/err")"
    grep -q '^.SH NAME' "$work/page" || fail "$page has no NAME"
done
for sub in $("$heco" help | sed -n 's/^  heco \([a-z]*\) .*/\1/p'); do
    page=$pages/heco-$sub.1.scd
    grep -q "\*$sub\*" "$pages/heco.1.scd" || fail "heco.1.scd does not name $sub"
    [ -f "$page" ] || continue
    "$heco" help "$sub" | grep -Eo -- ' --[a-z-]+ ?' | sort -u | while read -r option; do
        grep -q -- "$option" "$page" && continue
        grep -q heco-solve "$page" && grep -q -- "$option" "$pages/heco-solve.1.scd" || echo "$page lacks $option"
    done >"$work/lacking"
    [ ! -s "$work/lacking" ] || fail "$(cat "$work/lacking")"
done
finish
