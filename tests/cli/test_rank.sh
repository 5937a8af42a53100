# heco rank: the tables of the HECO-DE paper from published results, the formats, and refusals.
. "$(dirname "$0")/common.sh"

# ---- small files of our own ----
runs=$work/runs.csv
{
    echo algorithm,dim,function,run,obj,vio,c1,c2,c3
    for run in 1 2 3; do
        echo "A,10,C01,$run,$run,0,0,0,0"
        echo "B,10,C01,$run,5,0,0,0,0"
        echo "A,10,C02,$run,-1,0.5,0,1,0"
        echo "B,10,C02,$run,7,0,0,0,0"
    done
} >"$runs"
echo algorithm,dim,function,FR_percent,mean_vio,mean_obj,median_vio,median_obj >"$work/pub.csv"
printf 'P,10,C01,100,0,2,0,2\nP,10,C02,0,1,-9,1,-9\n' >>"$work/pub.csv"

expect 0 "$heco" rank --with "$runs" --with "$work/pub.csv" --format csv
cat >"$work/want" <<'CSV'
dim,algorithm,by_mean,by_median,total
10,A,3,3,6
10,B,4,4,8
10,P,4,4,8
all,A,3,3,6
all,B,4,4,8
all,P,4,4,8
CSV
diff "$work/want" "$work/out" >&2 || fail "totals as CSV"

expect 0 "$heco" rank --with "$runs" --per-problem --format csv
[ "$(head -n 1 "$work/out")" = dim,problem,algorithm,rank_mean,rank_median,best,median,worst,mean,std,feasible_rate,violation ] ||
    fail "header per problem: $(head -n 1 "$work/out")"
says '^10,C01,A,1,1,1,2,3,2,0\.816496580927726,100,0$'
says '^10,C02,A,2,2,-1,-1,-1,-1,0,0,0\.5$'

expect 0 "$heco" rank --with "$runs" --values --format csv
says '^10,A,C02,3,-1,-1,"\(0,1,0\)",0\.5,-1,-1,0,0,0\.5$'

printf 'algorithm,function,run,obj,vio,c1,c2,c3,success_fes\nA,g01,1,0,0,0,0,0,100\nA,g01,2,9,1,1,0,0,0\n' >"$work/2006.csv"
expect 0 "$heco" rank --rule cec2006 --with "$work/2006.csv" --format csv
cat >"$work/want" <<'CSV'
problem,algorithm,runs,feasible_rate,success_rate,best,median,worst,mean,std,evals_to_success,success_performance
g01,A,2,50,50,0,0,9,4.5,4.5,100,200
CSV
diff "$work/want" "$work/out" >&2 || fail "cec2006 as CSV"

# a suite that nobody knows, each problem in a dimension of its own: one table
{ echo suite,algorithm,dim,function,run,obj,vio
  for problem in 6,p1 7,p2 9,p3 11,p4 7,p5; do echo "rw2020,A,$problem,1,1,0"; echo "rw2020,B,$problem,1,2,0"; done
} >"$work/own.csv"
expect 0 "$heco" rank --with "$work/own.csv"
says '^Algorithm +score$'
says '^A +10'
expect 0 "$heco" rank --with "$work/own.csv" --rule friedman
says '^The suite, by mean, 5 problems'

expect 0 "$heco" rank --rule friedman --with "$runs" --with "$work/pub.csv" --control P --format csv
says '^dim,by,algorithm,mean_rank,wins,'
says '^all,median,A,1\.75,1,1,0,.*,P,2,'

# statistics: every rule in every format, the diagram, undecided problems, significant digits
printf 'algorithm,dim,function,run,obj,vio,success_fes,max_evals\n' >"$work/times.csv"
for run in 1 2 3; do
    for problem in C01 C02; do
        echo "A,10,$problem,$run,$run,0,100,1000" >>"$work/times.csv"
        echo "B,10,$problem,$run,1$run,0,0,1000" >>"$work/times.csv"
    done
done
for rule in critical pairs ert profile; do
    for format in text md csv json tex; do
        for view in "" --per-problem; do
            # shellcheck disable=SC2086
            expect 0 "$heco" rank --with "$work/times.csv" --rule $rule --format $format $view
            [ -s "$work/out" ] || fail "nothing printed: $rule $format $view"
            [ $format != json ] || ! has_python || is_json "$work/out"
        done
    done
done
expect 0 "$heco" rank --with "$work/times.csv" --rule critical --format tex
says 'begin\{tikzpicture\}'
expect 0 "$heco" rank --with "$work/times.csv" --rule ert --per-problem --format csv
says '^10,C01,A,3,3,100,100,100,1$'
says '^10,C01,B,3,0,inf,inf,inf,inf$'
expect 0 "$heco" rank --with "$work/times.csv" --rule profile --format csv
says '^all,A,1,1$'
says '^all,B,1,0$'
expect 0 "$heco" rank --with "$work/times.csv" --rule pairs --per-problem
says 'undecided: 3 runs cannot show a difference on 2 problems'
expect 0 "$heco" rank --with "$runs" --with "$work/pub.csv" --digits 1 --format csv
says '^10,A,'
refused 2 'a run without a number of evaluations' "$heco" rank --with "$runs" --rule ert
printf 'algorithm,dim,function,run,obj,vio,max_evals\nA,10,C01,1,1,0,9\nB,10,C01,1,2,0,9\n' >"$work/no_target.csv"
refused 2 'no run has a target' "$heco" rank --with "$work/no_target.csv" --rule ert
expect 2 "$heco" rank --with "$runs" --digits 18
expect 2 "$heco" rank --with "$runs" --level 1

for format in text md json tex; do
    for view in "" --per-problem --values; do
        # shellcheck disable=SC2086
        expect 0 "$heco" rank --with "$runs" --with "$work/pub.csv" --format $format $view
        [ -s "$work/out" ] || fail "nothing printed: $format $view"
        [ $format != json ] || ! has_python || is_json "$work/out"
    done
done
if has_python; then
    expect 0 "$heco" rank --with "$runs" --format json
    json 'd["rows"][0] == {"dim": 10, "algorithm": "A", "by_mean": 3, "by_median": 3, "total": 6}'
    # each byte of a label that is not UTF-8 becomes the replacement character
    sed 's/^A,/A\xff\xc3(,/' "$runs" >"$work/bytes.csv"
    expect 0 "$heco" rank --with "$work/bytes.csv" --format json
    json 'd["rows"][0]["algorithm"] == "A\ufffd\ufffd("'
fi

# an algorithm that lacks a problem: ranked on what all have, and said
grep -v 'B,10,C02' "$runs" >"$work/short.csv"
expect 0 "$heco" rank --with "$work/short.csv" --format csv
says '^10,A,1,1,2$'
grep -q '1 of 2 problems.*B has nothing on C02' "$work/err" || fail "no note on the gap: $(cat "$work/err")"

# ---- runs from a database ----
bench() { expect 0 "$heco" bench "$@" -q; }
if "$heco" version | grep -q sqlite; then
    bench --suite cec2017 --instance 1 --dims 2,4 --problems C01-C03 --runs 3 --evals 2000 --algorithms heco-de,lshade44 --db "$work/r.db"
    expect 0 "$heco" rank --db "$work/r.db" --format csv
    says '^all,lshade44,'
    grep -q 'Instance of cec2017: 1' "$work/err" || fail "the instance is not said"
    [ "$(awk -F, '$1 == "all" { sum += $5 } END { print sum }' "$work/out")" -ge 36 ] || fail "too few ranks"
    # a dump of the finals is as good as the database
    expect 0 "$heco" rank --db "$work/r.db" --per-problem --format csv
    cp "$work/out" "$work/direct"
    expect 0 "$heco" bench --dump finals --db "$work/r.db" -o "$work/finals.csv"
    expect 0 "$heco" rank --with "$work/finals.csv" --per-problem --format csv
    diff "$work/direct" "$work/out" >&2 || fail "database and dump differ"
    # U-score: per problem both kinds of points add up to mn (mn - 1) / 2 = 15
    expect 0 "$heco" rank --db "$work/r.db" --rule u-score --per-problem --format csv
    awk -F, 'NR > 1 { a[$1 $2] += $4; s[$1 $2] += $5 } END { for (k in a) if (a[k] != 15 || s[k] != 15) exit 1; exit length(a) != 6 }' "$work/out" ||
        fail "points of the U-score: $(cat "$work/out")"
    expect 0 "$heco" rank --db "$work/r.db" --rule u-score-2024 --format csv
    [ "$(awk -F, '$1 == "all" { sum += $5 } END { print sum }' "$work/out")" = 54 ] || fail "points of the ranked rule"
    expect 0 "$heco" rank --db "$work/r.db" --rule friedman --per-problem --format csv
    # other budgets: said; no traces: no U-score; another instance: refused
    bench --suite cec2017 --instance 1 --dims 2 --problems C01 --runs 3 --evals 1000 --trace none --algorithms x:heco-de --db "$work/s.db"
    expect 0 "$heco" rank --db "$work/r.db" --db "$work/s.db" --dims 2 --format csv
    grep -q 'Budgets differ: from 1000 to 2000' "$work/err" || fail "budgets: $(cat "$work/err")"
    refused 2 'run 1 of x on C01 has none' "$heco" rank --db "$work/r.db" --db "$work/s.db" --dims 2 --rule u-score
    bench --suite cec2017 --instance 2 --dims 2 --problems C01 --runs 3 --evals 1000 --algorithms y:heco-de --db "$work/t.db"
    refused 2 'cannot be compared' "$heco" rank --db "$work/r.db" --db "$work/t.db" --dims 2
    bench --suite cec2006 --problems g01,g08 --runs 2 --evals 5000 --algorithms heco-de --db "$work/u.db"
    expect 0 "$heco" rank --rule cec2006 --db "$work/u.db" --with "$work/2006.csv" --format csv
    says '^g01,heco-de,2,'
    says '^g01,A,2,'
    expect 1 "$heco" rank --db "$work/none.db"
    [ ! -e "$work/none.db" ] || fail "a missing database was made"
    expect 2 "$heco" rank --db "$runs"
fi

# ---- refusals: one line, nothing printed, nothing overwritten ----
echo before >"$work/kept"
refused 2 'nothing to rank' "$heco" rank
refused 1 'cannot open .*nowhere.csv' "$heco" rank --with "$work/nowhere.csv"
refused 1 'cannot read' "$heco" rank --with "$work"
refused 2 "'cec2016' is not a ranking rule: did you mean cec2017" "$heco" rank --with "$runs" --rule cec2016
refused 2 "'xls' is not a format" "$heco" rank --with "$runs" --format xls
refused 2 "'b' is not an algorithm with results .*did you mean" "$heco" rank --with "$runs" --algorithms A,b
refused 2 'a name is missing' "$heco" rank --with "$runs" --algorithms A,,B
refused 2 'no results in dimension 30' "$heco" rank --with "$runs" --dims 10,30
refused 2 'whole numbers such as' "$heco" rank --with "$runs" --dims ten
refused 2 "suite 'cec2020'" "$heco" rank --with "$runs" --suite cec2020
refused 2 "'Z' is not .*cannot be the control: did you mean A or B" "$heco" rank --with "$runs" --rule friedman --control Z
refused 2 'needs traces' "$heco" rank --with "$runs" --rule u-score
refused 2 'given twice' "$heco" rank --with "$runs" --with "$runs"
refused 2 'exclude each other' "$heco" rank --with "$runs" --values --per-problem
printf 'algorithm,dim,function,run,obj,vio\nA,10,C01,1,abc,0\n' >"$work/bad.csv"
refused 2 "bad.csv:2: column 'obj' is 'abc'" "$heco" rank --with "$runs" --with "$work/bad.csv" -o "$work/kept"
head -c 100 "$runs" >"$work/cut.csv"
refused 2 'cut.csv:4: a row of 9 fields' "$heco" rank --with "$work/cut.csv" -o "$work/kept"
[ "$(cat "$work/kept")" = before ] || fail "an output file was touched by a failure"
refused 1 'cannot be written' "$heco" rank --with "$runs" -o "$work/no/such/folder"
expect 0 "$heco" rank --with "$runs" -o "$work/kept" --format csv
grep -q '^all,A,3,3,6$' "$work/kept" || fail "-o did not write"
[ ! -s "$work/out" ] || fail "-o printed as well"

# ---- the paper ----
published=$HECO_SHARED_DIR/cec2017/published
if [ -d "$published" ] && has_python; then
    python3 - "$heco" "$published" <<'PY' || fail "the rank tables of the paper"
import collections, csv, io, subprocess, sys
heco, published = sys.argv[1:]
paper = collections.defaultdict(list)
for row in csv.DictReader(open(published + "/ranks_paper.csv")):
    paper[row["table"]].append(row)
series = lambda name: "HECO-DE" if name == "HECO-DE(lambda=20)" else name

def rank(algorithms, *more):
    command = [heco, "rank", "--with", published + "/competitors.csv", "--with", published + "/heco_runs.csv",
               "--rule", "cec2017", "--format", "csv", "--algorithms", ",".join(algorithms), *more]
    return list(csv.DictReader(io.StringIO(subprocess.run(command, check=True, capture_output=True, text=True).stdout)))

compared = 0
for table, rows in sorted(paper.items()):
    algorithms = list(dict.fromkeys(series(r["algorithm"]) for r in rows))
    each = {(r["dim"], r["problem"], r["algorithm"]): r for r in rank(algorithms, "--per-problem")}
    totals = {(r["dim"], r["algorithm"]): r for r in rank(algorithms)}
    everything = collections.Counter()
    for row in rows:
        name, dim, by = series(row["algorithm"]), row["dim"], row["criterion"]
        for p in ("C%02d" % k for k in range(1, 29)):
            got = each[dim, p, name]["rank_" + by]
            if got != row[p]:
                sys.exit("%s %s %s %s %s: %s instead of %s" % (table, by, dim, p, name, got, row[p]))
            compared += 1
        if totals[dim, name]["by_" + by] != row["total"]:
            sys.exit("%s: total of %s by %s at %s" % (table, name, by, dim))
        everything[name] += int(row["total"])
    for name, total in everything.items():
        if totals["all", name]["total"] != str(total):
            sys.exit("%s: grand total of %s" % (table, name))
print("%d ranks compared" % compared)
if compared != 8288:
    sys.exit("expected 8288 ranks")
PY
else
    echo "no published tables in $published, or no python3: the paper's tables are not compared"
fi
finish
