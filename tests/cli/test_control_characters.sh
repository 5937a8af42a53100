# Names and texts from models, databases, journals and tables reach the output without control characters:
# no byte below 32 except line breaks and tabs, no DEL, no C1 (U+0080 to U+009F), nothing that is not UTF-8, and no
# name begins a line.
. "$(dirname "$0")/common.sh"
has_python || exit 77

# clean COMMAND...: runs it and looks through standard output and standard error
clean() {
    "$@" >"$work/out" 2>"$work/err"
    commands=$((${commands:-0} + 1))
    python3 - "$work/out" "$work/err" <<'PY' || fail "control characters: ${*@Q}"
import re, sys
good = True
for path in sys.argv[1:]:
    data = open(path, "rb").read()
    try: text = data.decode("utf-8")
    except UnicodeDecodeError as why:
        print(f"{path}: {why}: {data[max(0, why.start - 60):why.start + 20]!r}", file=sys.stderr)
        good = False
        text = data.decode("utf-8", "replace")
    for m in re.finditer("[\x00-\x08\x0b-\x1f\x7f-\x9f]|^FORGED", text, re.M):
        print(f"{path}: {text[max(0, m.start() - 60):m.end() + 20]!r}", file=sys.stderr)
        good = False
        break
sys.exit(0 if good else 1)
PY
}
# out TEXT: the last standard output has it, so that the name was printed at all
out() { grep -q -- "$1" "$work/out" || fail "'$1' is not in the output: $(head -c 500 "$work/out")"; }
err() { grep -q -- "$1" "$work/err" || fail "'$1' is not in the error output: $(head -c 500 "$work/err")"; }

cd "$work" || exit 1
# bell, escape, U+009B (CSI in UTF-8), the single byte 9B, carriage return, DEL, line break
evil=$'\a\e[2J\xc2\x9b2J\x9b2J\r\x7f\nFORGED'
lua='\a\27[2J\xc2\x9b2J\x9b2J\r\x7f\nFORGED'
cat >evil.lua <<LUA
print("loaded$lua", "x")
return {
  name = "model$lua",
  unit = "kg$lua",
  variables = {
    { "wide$lua", 0, 1, unit = "mm$lua" },
    { "kind$lua", category = { "one$lua", "two$lua" } },
  },
  constraints = { { "limit$lua", "<=", 0.1, unit = "m$lua" }, { "other$lua", ">=", 0.2 } },
  evaluate = function(x, kind)
    if x > 0.9 then error("failure$lua") end
    return x, x, x - 0.05
  end,
}
LUA

if "$heco" list models | grep -q '^lua'; then
    clean "$heco" solve evil.lua --evals 300 --quiet --journal j
    out '^blocked by'
    out 'wide?*'
    err 'loaded'
    clean "$heco" solve evil.lua --evals 300 --quiet -v
    clean "$heco" solve evil.lua --evals 300 --quiet --json
    is_json "$work/out"
    clean "$heco" solve evil.lua --evals 300 --quiet --runs 2 -v
    clean "$heco" solve evil.lua --evals 300 --quiet --backend process --workers 2
    clean "$heco" solve evil.lua --evals 300 --workers 2 --algorithm heco-de
    printf '0.5,1\n0.95,2\n' >points.csv
    clean "$heco" eval evil.lua --points points.csv
    err 'failure'
    clean "$heco" eval evil.lua --points points.csv --json
    is_json "$work/out"
    clean "$heco" resume j
    clean "$heco" resume j --evals 600 --json
    clean "$heco" watch j --once
    out 'violated: '
    clean "$heco" watch j
    clean "$heco" report j
    clean "$heco" report j --data
    sed 's/"<=", 0.1/"<=", -1/' evil.lua >"evil$evil.lua"
    clean "$heco" solve "evil$evil.lua" --evals 300 --quiet --journal "j$evil" --report "r$evil"
    clean "$heco" resume "j$evil"
    clean "$heco" watch "j$evil" --once
    clean "$heco" report "j$evil" --data
    for broken in "return { name = 1, x$lua }" "error('oops$lua')" "return { variables = { { 'x$lua' } } }"; do
        printf '%s\n' "$broken" >broken.lua
        clean "$heco" solve broken.lua
    done
fi

# a program: its names, its units and the reasons of its failures
cat >program.py <<'PY'
import sys
evil = "\x07\x1b[2J\x9b2J\x7f"
print(f"heco 1 1 1 0 unit=kg{evil} constraints\n0 1 name=x{evil} unit=mm{evil}\nc name=g{evil} <= 0 unit=s{evil}", flush=True)
for line in sys.stdin:
    number, x = line.split()
    print(number, f"fail no{evil}" if float(x) > 0.5 else f"ok {x} {x}", flush=True)
PY
clean "$heco" solve "exec:python3 program.py" --evals 50 --quiet
out 'last failure: .*no'

# labels, suites and problems of a database, algorithms of a table
label=$'a\a\eM\xc2\x9bM\x9bM\r\x7f\nFORGED'
bench=(bench --suite cec2006 --problems g06 --runs 2 --evals 500 --db)
clean "$heco" "${bench[@]}" runs.db --algorithms "$label:lshade44,heco-de"
out 'heco-de'
python3 - runs.db changed.db <<'PY'
import shutil, sqlite3, sys
shutil.copy(*sys.argv[1:])
evil = "\x07\x1b[2J\u009b2J\r\x7f\nFORGED"
sql = sqlite3.connect(sys.argv[2])
sql.execute("DELETE FROM checksum")
for table, column in (("variant", "label"), ("problem", "name"), ("suite", "name"), ("suite", "instance")):
    sql.execute(f"UPDATE {table} SET {column} = {column} || ?", (evil,))
sql.commit()
PY
cp runs.db "runs$evil.db"
for db in runs.db changed.db "runs$evil.db"; do
    clean "$heco" "${bench[@]}" "$db" --algorithms lshade44
    clean "$heco" "${bench[@]}" "$db" --algorithms lshade44 --json
    is_json "$work/out"
    clean "$heco" "${bench[@]}" "$db" --algorithms "$label:lshade44" --dry-run
    clean "$heco" bench --db "$db" --dump finals
    out 'heco-de'
    clean "$heco" watch "$db" --once
    out 'heco-de'
    clean "$heco" watch "$db"
    clean "$heco" db check "$db"
    clean "$heco" report --db "$db"
    clean "$heco" report --db "$db" --data
    for format in text md csv json tex; do
        for view in "" --values --per-problem; do
            # shellcheck disable=SC2086 # no word if it is empty
            clean "$heco" rank --db "$db" --rule cec2006 --format $format $view
        done
    done
    clean "$heco" rank --db "$db" --rule cec2006
    clean "$heco" rank --db "$db" --rule friedman
    clean "$heco" rank --db "$db" --algorithms "none$evil"
done
clean "$heco" db merge merged.db runs.db "runs$evil.db"
clean "$heco" db merge merged.db changed.db
"$heco" bench --db runs.db --dump finals >table.csv
clean "$heco" rank --with table.csv --rule cec2006
out 'heco-de'

# titles of a suite file: the rest of the list stays a line per problem
printf 'title "suite%s"\nproblem one "cec2006:g06"\nproblem two "cec2006:g08" title="title%s" compared=no\n' \
    "${evil%%$'\n'*}" "${evil%%$'\n'*}" >evil.suite
clean "$heco" list problems evil.suite
out 'title?'
out '^two .*(left out of comparisons)$'
clean "$heco" list problems evil.suite --features --samples 100
clean "$heco" list problems evil.suite --json
is_json "$work/out"
clean "$heco" bench --suite evil.suite --runs 1 --evals 100 --db suite.db

# words of the command line, and the other commands
clean "$heco" "solve$evil"
clean "$heco" solve "cec2006:g06$evil"
clean "$heco" solve cec2006:g06 "--evals=$evil"
clean "$heco" solve cec2006:g06 --algorithm "x$evil"
clean "$heco" solve cec2006:g06 --set "x$evil=1"
for list in "" algorithms suites models backends "problems cec2006" "options auto" "nothing$evil"; do
    # shellcheck disable=SC2086 # the words of a list
    clean "$heco" list $list
done
clean "$heco" data verify "none$evil"
clean "$heco" version
clean "$heco" version --json
clean "$heco" help solve
[ "$commands" -ge 120 ] || fail "only $commands commands were looked at"
finish
