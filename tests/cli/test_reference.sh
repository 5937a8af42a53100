# heco eval against the reference vectors of CEC2006, within the tolerances given there.
. "$(dirname "$0")/common.sh"
data=$HECO_SHARED_DIR/cec2006
[ -d "$data" ] || { echo "no reference vectors in $data: skipped"; exit 77; }
has_python || { echo "no python3: skipped"; exit 77; }

for file in "$data"/g[0-9][0-9].csv; do
    name=$(basename "$file" .csv)
    expect 0 "$heco" eval "cec2006:$name" --points "$file" -o "$work/$name.csv"
done
python3 - "$data" "$work" <<'PY' || fail "other values"
import csv, glob, os, sys
data, work = sys.argv[1:]
read = lambda path: list(csv.DictReader(open(path)))
tolerance = {r["problem"]: float(r["abserr"]) for r in read(data + "/tolerances.csv")}
failures = 0

def compare(name, want, got):
    # abserr: error of a double evaluation against quadruple precision, so two evaluations may
    # differ by twice that
    allowed, worst = 2 * tolerance[name], 0.0
    columns = [c for c in got[0] if c not in ("violation", "feasible")]
    assert len(want) == len(got), "%d lines instead of %d" % (len(got), len(want))
    for w, g in zip(want, got):
        for c in columns:
            a, b = float(g[c]), float(w[c])
            worst = max(worst, abs(a - b))
            assert abs(a - b) <= max(allowed, 1e-12 * max(1.0, abs(b))), "%s: %r, not %r" % (c, a, b)
        value = {c: float(g[c]) for c in columns[1:]}
        over = [v for c, v in value.items() if c[0] == "g" and v > 0]
        over += [abs(v) for c, v in value.items() if c[0] == "h" and abs(v) > 1e-4]
        mean = sum(over) / len(value) if value else 0.0
        assert abs(mean - float(g["violation"])) <= 1e-12 * max(1.0, mean), "violation %r" % mean
        assert (mean == 0.0) == (g["feasible"] == "1"), "feasible"
    print("%s: %d points, largest error %.2g, allowed %.2g" % (name, len(got), worst, allowed))

files = sorted(glob.glob(data + "/g[0-9][0-9].csv"))
assert len(files) == 24
for path in files:
    name = os.path.basename(path)[:-4]
    try:
        compare(name, read(path), read(work + "/" + name + ".csv"))
    except (AssertionError, OSError, KeyError) as why:
        print("%s: %s" % (name, why), file=sys.stderr)
        failures += 1
sys.exit(failures)
PY
finish
