# Subcommands and options: help, version, and what is said about wrong ones.
. "$(dirname "$0")/common.sh"

expect 2 "$heco"
expect 0 "$heco" help
says 'heco eval MODEL'
expect 0 "$heco" --help
expect 0 "$heco" version
says '^heco [0-9]+\.[0-9]+\.[0-9]+$'
expect 0 "$heco" --version
expect 0 "$heco" version --json
is_json "$work/out"
json 'd["version"].count(".") == 2'
expect 0 "$heco" help eval
says '--points'
expect 0 "$heco" eval --help
says '--points'

refused 2 "'evla' is not a subcommand.*eval" "$heco" evla
refused 2 "'sovle' is not a subcommand.*solve" "$heco" help sovle
refused 2 '--pionts.*--points' "$heco" eval cec2006:g06 --pionts x
refused 2 "'-z' is not an option of heco eval" "$heco" eval cec2006:g06 -z
refused 2 '--points needs a value' "$heco" eval cec2006:g06 --points
refused 2 '--journal needs a value, but --json is an option' "$heco" solve cec2006:g06 --journal --json
refused 2 '--json takes no value' "$heco" eval cec2006:g06 --json=yes
refused 2 'eval needs MODEL; usage: heco eval MODEL' "$heco" eval
refused 2 'solve needs MODEL; usage' "$heco" solve
refused 2 'db needs FILE; usage' "$heco" db check
refused 2 'does not understand two' "$heco" eval cec2006:g06 two
refused 2 'workers.*whole number from 1.*"0"' "$heco" eval cec2006:g06 --workers 0
refused 2 'workers.*"many"' "$heco" eval cec2006:g06 --workers=many
refused 2 'workers.*"-3"' "$heco" eval cec2006:g06 --workers -3
refused 2 'eval-timeout.*"nan"' "$heco" eval cec2006:g06 --eval-timeout nan
refused 2 "'thread' is not a backend.*threads" "$heco" eval cec2006:g06 --best-known --backend thread

# every way to write a value; what follows -- is not an option
for form in "--points=$work/p.csv" "--points $work/p.csv"; do
    echo 14.095,0.84296 >"$work/p.csv"
    # shellcheck disable=SC2086
    expect 0 "$heco" eval $form cec2006:g06
done
refused 2 "'--points'" "$heco" eval -- --points
finish
