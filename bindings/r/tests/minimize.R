library(heco)
half <- function(x) list(f = sum(x^2), g = 1 - sum(x))
refuses <- function(call, words) {
  told <- tryCatch({ call; "" }, error = conditionMessage)
  if (!grepl(words, told, fixed = TRUE)) stop("expected '", words, "', got '", told, "'")
}

# one inequality; the history is a data frame with every evaluation; the same seed gives the same bits
s <- minimize(half, c(-5, -5), c(5, 5), budget = 300, seed = 3)
stopifnot(s$feasible, abs(s$f - 0.5) < 1e-6, s$nfev == 300, s$reproduced, s$stop == "budget")
stopifnot(is.data.frame(s$history), nrow(s$history) == 300, names(s$history) == c("x1", "x2", "f", "g1", "failed"))
stopifnot(abs(min(s$history$f[s$history$g1 <= 1e-8]) - s$f) < 1e-7, !s$history$failed)
t <- minimize(half, c(-5, -5), c(5, 5), budget = 300, seed = 3)
stopifnot(identical(s$history, t$history), identical(s$x, t$x))

# names, further arguments, an equality, integers, initial points, maximising, options
named <- minimize(function(x, k) list(f = k * x[["a"]]^2 + x[["b"]]^2, h = x[["a"]] - x[["b"]] - 1),
                  c(a = -5, b = -5), c(5, 5), k = 1, budget = 500)
stopifnot(names(named$x) == c("a", "b"), abs(named$h) <= 1e-4, abs(named$f - 0.5) < 1e-3)
whole <- minimize(function(x) (x[1] - 1.6)^2 + x[2]^2, c(-5, -5), c(5, 5), integer = c(TRUE, FALSE), budget = 300)
stopifnot(whole$x[1] == 2)
first <- minimize(sum, c(-5, -5), c(5, 5), start = c(1, 2), budget = 1, algorithm = "sqp", maximise = TRUE)
stopifnot(first$x == c(1, 2), first$f == 3)
target <- minimize(half, c(-5, -5), c(5, 5), budget = 5000, target = 0.6, algorithm = "heco-de", options = list(N0 = 20))
stopifnot(target$stop == "target")

# errors, NA and NaN are failed points
partly <- function(x) {
  if (x[1] > 4) stop("no convergence")
  if (x[2] > 4) NA else if (x[2] < -4) NaN else sum(x^2)
}
failed <- minimize(partly, c(-5, -5), c(5, 5), budget = 400, algorithm = "heco-de", n_ineq = 0)
stopifnot(failed$nfail > 0, failed$nfail == sum(failed$history$failed), failed$last_error == "no convergence")

# an error that ends the search is that of the function; the next search is not affected
for (turn in 1:3) refuses(minimize(function(x) stop("stop here"), 0, 1, n_ineq = 0, on_error = "raise"), "stop here")
stopifnot(minimize(half, c(-5, -5), c(5, 5), budget = 100)$nfev == 100)

# a jump that is no error is caught, too; a warning is none
refuses(minimize(function(x) { warning("careful"); invokeRestart("abort") }, 0, 1, n_ineq = 0), "by a jump")
warned <- suppressWarnings(minimize(function(x) { warning("careful"); x^2 }, -1, 1, budget = 20))
stopifnot(warned$nfail == 0)

# a search within a function that is minimised, and garbage collections
inner <- function(y) { gc(FALSE); minimize(function(x) (x - y)^2, -5, 5, budget = 30)$f }
stopifnot(minimize(inner, -1, 1, budget = 20)$nfev == 20)

# a journal is resumed
file <- tempfile()
one <- minimize(half, c(-5, -5), c(5, 5), budget = 200, journal = file)
two <- minimize(half, c(-5, -5), c(5, 5), budget = 200, journal = file, resume = TRUE)
stopifnot(one$stop == "converged", two$replayed == one$nfev, identical(one$x, two$x), nrow(two$history) == 0)

# refusals
refuses(minimize(3, 0, 1), "fn is not a function")
refuses(minimize(half, c(0, 0), 1), "one of each per variable")
refuses(minimize(half, c(-5, -5), c(5, 5), budget = 1.5), "budget is 1.5")
refuses(minimize(half, c(-5, -5), c(5, 5), algorithm = "heco-ed"), "heco-de")
refuses(minimize(half, c(5, -5), c(-5, 5)), "lower")
refuses(minimize(half, c(-5, -5), c(5, 5), options = list(nosuch = 1)), "nosuch")
refuses(minimize(half, c(-5, -5), c(5, 5), start = 1:3), "start has 3 numbers")


# one value for each setting, in its range
setting <- function(...) minimize(half, c(-5, -5), c(5, 5), ...)
expects <- function(call, name, what) {
  told <- tryCatch({ call; "" }, error = conditionMessage)
  if (!startsWith(told, paste0(name, " is ")) || !endsWith(told, paste0(": ", what, " was expected")))
    stop("expected a refusal of '", name, "', got '", told, "'")
}
for (much in list(Inf, 1e20, NA, NaN, -1, "10", 1:2, numeric(0))) {
  expects(setting(budget = much), "budget", "a whole number")
  expects(setting(seed = much), "seed", "a whole number")
  expects(setting(stall = much), "stall", "a whole number")
  expects(setting(n_ineq = much), "n_ineq", "a whole number")
}
refuses(setting(n_ineq = 2^31), "n_ineq is 2147483648: a whole number was expected")
for (many in list(character(0), NA, c("sqp", "auto"), 1, list())) {
  expects(setting(algorithm = many), "algorithm", "a text")
  expects(setting(journal = many), "journal", "a text")
}
for (wrong in list(NA, "x", c(1, 2), numeric(0))) {
  expects(setting(time = wrong), "time", "a number")
  expects(setting(target = wrong), "target", "a number")
  expects(setting(eq_tol = wrong), "eq_tol", "a number")
  expects(setting(maximise = wrong), "maximise", "TRUE or FALSE")
  expects(setting(resume = wrong), "resume", "TRUE or FALSE")
  expects(setting(options = list(gamma = wrong[0])), "option gamma", "a number or a text")
}
refuses(setting(options = list(1)), "options is not a list with names")
refuses(setting(options = "gamma=1"), "options is not a list with names")
refuses(setting(integer = c(TRUE, NA)), "integer is not TRUE or FALSE")
stopifnot(!file.exists("NA"))

# print and plot
shown <- capture.output(print(s))
stopifnot(startsWith(shown[1], "feasible: f = 0.5"), any(grepl("300 evaluations", shown)))
pdf(NULL)
plot(s)
invisible(dev.off())
