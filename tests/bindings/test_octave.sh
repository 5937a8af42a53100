# The package for Octave: pkg install and pkg test, the oil cooler with the bits of C, Ctrl-C.
. "$(dirname "$0")/common.sh"
needs octave-cli mkoctfile python3
cd "$work"
export HOME=$work HECO_CFLAGS=-I$root/include HECO_LIBS="-L$build -lheco"
cp -r "$root/bindings/octave" heco-0.1.0
tar czf heco-0.1.0.tar.gz heco-0.1.0
oct() { octave-cli --norc --no-history --quiet "$@"; }
oct --eval 'pkg install -local heco-0.1.0.tar.gz' || fail "pkg install"
oct --eval 'pkg test heco' >log 2>&1 || { cat log; fail "pkg test"; }
cat log
grep -Eq 'PASS +1[0-9]$' log && ! grep -Eq 'FAIL +[1-9]' log || fail "pkg test: not every test passed"

cat >cooler.sh <<END
octave-cli --norc --no-history --quiet --path "$root/examples/models" \\
    --eval "pkg load heco; cooler_minimize (\$1);"
END
same_bits bash cooler.sh

# Ctrl-C within the function returns the best point so far; the next search is whole.
cat >interrupt.m <<'END'
pkg load heco
function f = slow (x)
  global calls
  calls++;
  if (calls == 40)
    kill (getpid (), SIG ().INT);
    pause (30);
  end
  f = sum (x .^ 2);
end
global calls = 0;
s = heco_minimize (@slow, [-5 -5], [5 5], "n_ineq", 0, "budget", 500, "algorithm", "heco-de");
printf ("%s %d %d\n", s.stop, s.nfev, calls);
s = heco_minimize (@(x) sum (x .^ 2), [-5 -5], [5 5], "budget", 100);
printf ("%s %d\n", s.stop, s.nfev);
END
oct interrupt.m >out 2>&1 || { cat out; fail "interrupt"; }
cat out
[ "$(cat out)" = "user 39 40
budget 100" ] || fail "interrupt"
