# The package for R: R CMD build and check, the oil cooler with the bits of C, an interrupt.
. "$(dirname "$0")/common.sh"
needs R python3
cd "$work"
export HECO_CFLAGS=-I$root/include HECO_LIBS="-L$build -lheco"
mkdir -p none/src/contrib && touch none/src/contrib/PACKAGES # R CMD check asks no host
echo "options(repos = c(CRAN = 'file://$work/none'))" >site
export R_PROFILE=$work/site
R CMD build --no-manual "$root/bindings/r" >log 2>&1 || { cat log; fail "R CMD build"; }
R CMD check --no-manual heco_0.1.0.tar.gz >log 2>&1 ||
    { cat log heco.Rcheck/00install.out; fail "R CMD check"; }
cat log
grep -q '^Status: OK' log || { cat heco.Rcheck/00check.log; fail "R CMD check: notes or warnings"; }
export R_LIBS=$work/heco.Rcheck
same_bits Rscript --vanilla "$root/examples/models/cooler.R"

# An interrupt within the function returns the best point so far; the next search is whole.
cat >interrupt.R <<'END'
calls <- 0
slow <- function(x) {
  calls <<- calls + 1
  if (calls == 40) { tools::pskill(Sys.getpid(), tools::SIGINT); Sys.sleep(30) }
  sum(x^2)
}
s <- heco::minimize(slow, c(-5, -5), c(5, 5), n_ineq = 0, budget = 500, algorithm = "heco-de")
cat(s$stop, s$nfev, calls, s$interrupted, "\n")
cat(heco::minimize(function(x) sum(x^2), c(-5, -5), c(5, 5), budget = 100)$nfev, "\n")
END
Rscript --vanilla interrupt.R >out 2>&1 || { cat out; fail "interrupt"; }
cat out
[ "$(cat out)" = "user 39 40 TRUE 
100 " ] || fail "interrupt"
