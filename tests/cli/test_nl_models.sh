# A hundred .nl files, made here and judged by an evaluator that never saw heco.
. "$(dirname "$0")/common.sh"
here=$(cd "$(dirname "$0")" && pwd)
"$heco" list models | grep -q '^nl ' || { echo "no AMPL models in this build: skipped"; exit 77; }
has_python || { echo "no python3: skipped"; exit 77; }
unset heco_options
python3 "$here/nl_models.py" "$heco" || fail "some of the models"
finish
