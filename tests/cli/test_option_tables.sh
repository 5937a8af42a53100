#!/bin/bash
# The tables of options in docs/algorithms are what the command says; a stale or missing one is found.
# shellcheck source=tests/cli/common.sh
source "$(dirname "$0")/common.sh"
command -v python3 >/dev/null || exit 77
root=$(cd "$(dirname "$0")/../.." && pwd)
tool="$root/tools/option_tables.py"

expect 0 "$tool" --check --heco "$heco"

cp -r "$root/docs/algorithms" "$work/pages"
pages="$work/pages"
sed -i 's/share of the population that pbest comes from/something else/' "$pages/cal-shade.md"
sed -i '/options: frofi/d' "$pages/frofi.md"
expect 1 "$tool" --check --heco "$heco" --docs "$pages"
grep -q 'cal-shade.md: not up to date' "$work/err" || fail "a stale page"
grep -q 'frofi.md: no table of options' "$work/err" || fail "a page without a table"
grep -q 'something else' "$pages/cal-shade.md" || fail "--check wrote"

# written again, except the page that has no place for it
"$tool" --heco "$heco" --docs "$pages" >"$work/out" 2>/dev/null
grep -q 'written: .*cal-shade.md' "$work/out" || fail "not written"
cmp -s "$pages/cal-shade.md" "$root/docs/algorithms/cal-shade.md" || fail "other text than before"
finish
