# heco behind Pyomo and JuMP: the command lines, environment and files that they use.
. "$(dirname "$0")/common.sh"
here=$(cd "$(dirname "$0")" && pwd)
"$heco" list models | grep -q '^nl ' || { echo "no AMPL models in this build: skipped"; exit 77; }
has_python || { echo "no python3: skipped"; exit 77; }
unset heco_options
python3 "$here/replay_callers.py" "$heco" || fail "Pyomo or JuMP would not get its answer"
finish
