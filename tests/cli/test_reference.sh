# heco eval against the reference vectors of CEC2006, within the tolerances given there.
. "$(dirname "$0")/common.sh"
data=$HECO_SHARED_DIR/cec2006
[ -d "$data" ] || { echo "no reference vectors in $data: skipped"; exit 77; }
has_python || { echo "no python3: skipped"; exit 77; }

for file in "$data"/g[0-9][0-9].csv; do
    name=$(basename "$file" .csv)
    expect 0 "$heco" eval "cec2006:$name" --points "$file" -o "$work/$name.csv"
    [ -f "$work/$name.csv" ] || continue
    python3 - "$name" "$file" "$work/$name.csv" "$data/tolerances.csv" <<'PY' || fail "$name"
import csv, sys
name, want, got, tolerances = sys.argv[1:]
want, got = (list(csv.DictReader(open(f))) for f in (want, got))
row = next(r for r in csv.DictReader(open(tolerances)) if r["problem"] == name)
# abserr: error of a double evaluation against quadruple precision, so two evaluations may
# differ by twice that
allowed = 2 * float(row["abserr"])
if len(want) != len(got):
    sys.exit("%s: %d lines instead of %d" % (name, len(got), len(want)))
columns = [c for c in got[0] if c not in ("violation", "feasible")]
worst = 0.0
for w, g in zip(want, got):
    for c in columns:
        a, b = float(g[c]), float(w[c])
        error = abs(a - b)
        worst = max(worst, error)
        if not error <= max(allowed, 1e-12 * max(1.0, abs(b))):
            sys.exit("%s %s: %r instead of %r (allowed %g)" % (name, c, a, b, allowed))
    value = [float(g[c]) for c in columns[1:]]
    over = [v for c, v in zip(columns[1:], value) if c[0] == "g" and v > 0]
    over += [abs(v) for c, v in zip(columns[1:], value) if c[0] == "h" and abs(v) > 1e-4]
    mean = sum(over) / len(value) if value else 0.0
    if abs(mean - float(g["violation"])) > 1e-12 * max(1.0, mean):
        sys.exit("%s: violation %s instead of %r" % (name, g["violation"], mean))
    if (mean == 0.0) != (g["feasible"] == "1"):
        sys.exit("%s: feasible %s with violation %r" % (name, g["feasible"], mean))
print("%s: %d points, largest error %.2g, allowed %.2g" % (name, len(got), worst, allowed))
PY
done
finish
