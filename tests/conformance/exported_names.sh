# Every name that a static library defines for others begins with heco_: it is linked into programs
# that have names of their own. exported_names.sh LIBRARY...
command -v nm >/dev/null || { echo "no nm: skipped"; exit 77; }
found=$(nm -g --defined-only "$@" 2>/dev/null | awk 'NF == 3 && $2 ~ /[A-Z]/ { print $3 }' | sort -u)
[ -n "$found" ] || { echo "no names in $*"; exit 1; }
strange=$(grep -Ev '^(heco_|__asan_|__odr_asan|__ubsan|__tsan|DW\.ref\.)' <<<"$found")
[ -z "$strange" ] || { echo "names without the prefix heco_:"; echo "$strange"; exit 1; }
echo "$(wc -l <<<"$found") names"
