print.heco <- function(x, digits = 10, ...) {
  cat(x$found, ": f = ", format(x$f, digits = digits), "\n", sep = "")
  cat(x$nfev, " evaluations, ", x$nfail, " failed, stopped by ", x$stop, ", algorithm ", x$algorithm,
      ", seed ", format(x$seed), "\n", sep = "")
  print(x$x, digits = digits)
  if (length(x$g) > 0) cat("g <= 0:", format(x$g, digits = 4), "\n")
  if (length(x$h) > 0) cat("h = 0:", format(x$h, digits = 4), "\n")
  if (!is.null(x$last_error)) cat("last error:", x$last_error, "\n")
  invisible(x)
}

plot.heco <- function(x, ...) {
  constraints <- grep("^[gh][0-9]+$", names(x$history))
  history <- x$history
  meets <- rep(TRUE, nrow(history))
  for (k in constraints) {
    value <- history[[k]]
    size <- if (startsWith(names(history)[k], "h")) abs(value) - x$eq_tol else value
    meets <- meets & !is.na(size) & size <= 0
  }
  meets <- meets & !history$failed
  sign <- if (x$maximise) -1 else 1
  best <- cummin(ifelse(meets, sign * history$f, Inf))
  best[!is.finite(best)] <- NA
  if (all(is.na(best))) stop("there is no feasible point to plot")
  graphics::plot(seq_along(best), sign * best, type = "s", log = "x", xlab = "evaluations",
                 ylab = "best feasible f", ...)
  invisible(x)
}
