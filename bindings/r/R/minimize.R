minimize <- function(fn, lower, upper, ..., budget = NULL, seed = 1, integer = FALSE, start = NULL,
                     n_ineq = NULL, n_eq = NULL, target = NULL, time = NULL, stall = NULL,
                     eq_tol = 1e-4, maximise = FALSE, algorithm = NULL, options = list(),
                     journal = NULL, resume = FALSE, on_error = c("fail", "raise")) {
  if (!is.function(fn)) stop("fn is not a function")
  n <- length(lower)
  if (length(upper) != n)
    stop("lower has ", n, " numbers, upper ", length(upper), ": one of each per variable was expected")
  names <- if (is.null(names(lower))) paste0("x", seq_len(n)) else names(lower)
  integer <- rep_len(as.logical(integer), n)
  if (anyNA(integer)) stop("integer is not TRUE or FALSE for each variable")
  start <- start_points(start, n)
  call <- function(x) fn(if (is.null(names(lower))) x else stats::setNames(x, names), ...)
  sizes <- learn_sizes(call, lower, upper, integer, start, n_ineq, n_eq)
  values <- function(x) tryCatch(values_of(call(x), sizes), error = identity, interrupt = identity)
  how <- list(budget = whole(budget, "budget", 0), seed = whole(seed, "seed", 1),
              stall = whole(stall, "stall", 0), target = number(target, "target", NaN),
              time = number(time, "time", 0), eq_tol = number(eq_tol, "eq_tol", 1e-4),
              maximise = flag(maximise, "maximise"), raises = match.arg(on_error) == "raise",
              algorithm = text(algorithm, "algorithm"), set = option_texts(options),
              journal = text(journal, "journal"), resume = flag(resume, "resume"))
  s <- .Call(C_minimize, values, as.double(lower), as.double(upper), integer, as.double(start),
             as.integer(sizes), how)
  if (how$raises && inherits(s$condition, "error")) stop(s$condition)
  s$last_error <- if (is.null(s$condition)) NULL else conditionMessage(s$condition)
  finish(s, names, sizes)
}

# The settings have one value each; C reads the first one without a look at how many there are.
expect_one <- function(value, name, fits, what) {
  if (length(value) != 1 || !fits(value) || is.na(value))
    stop(name, " is ", paste(format(value), collapse = " "), ": ", what, " was expected", call. = FALSE)
  value
}

text <- function(value, name)
  if (is.null(value)) "" else enc2native(expect_one(value, name, is.character, "a text"))

number <- function(value, name, otherwise)
  as.double(if (is.null(value)) otherwise else expect_one(value, name, is.numeric, "a number"))

flag <- function(value, name)
  as.logical(expect_one(value, name, function(v) is.logical(v) || is.numeric(v), "TRUE or FALSE"))

# `most` is the largest whole number up to which a double has all of them.
whole <- function(value, name, otherwise, most = 2^53) {
  is_whole <- function(v) is.numeric(v) && (is.na(v) || (v >= 0 && v <= most && v == floor(v)))
  as.double(if (is.null(value)) otherwise else expect_one(value, name, is_whole, "a whole number"))
}

option_texts <- function(options) {
  if (length(options) == 0) return(character())
  if (!is.list(options) || is.null(names(options)))
    stop("options is not a list with names, such as list(gamma = 0.1)", call. = FALSE)
  one <- function(name) {
    value <- options[[name]]
    fits <- function(v) is.character(v) || is.numeric(v)
    if (is.numeric(expect_one(value, paste("option", name), fits, "a number or a text"))) sprintf("%.17g", value) else value
  }
  paste0(names(options), "=", vapply(names(options), one, ""))
}

# Initial points as a matrix with a column each.
start_points <- function(start, n) {
  if (is.null(start)) return(matrix(0, n, 0))
  if (is.matrix(start)) {
    if (ncol(start) != n)
      stop("start has ", ncol(start), " columns for ", n, " variables: a row per point was expected",
           call. = FALSE)
    return(t(start))
  }
  if (length(start) != n) stop("start has ", length(start), " numbers for ", n, " variables", call. = FALSE)
  matrix(start, n, 1)
}

# The numbers of inequalities and equalities, from the arguments or from one evaluation.
learn_sizes <- function(call, lower, upper, integer, start, n_ineq, n_eq) {
  if (!is.null(n_ineq) || !is.null(n_eq))
    return(c(whole(n_ineq, "n_ineq", 0, 2^31 - 1), whole(n_eq, "n_eq", 0, 2^31 - 1)))
  x <- if (ncol(start) > 0) start[, 1] else (lower + upper) / 2
  x[integer] <- round(x[integer])
  value <- call(as.double(x))
  if (is.list(value)) c(length(value$g), length(value$h)) else c(0, 0)
}

# f, g and h in one vector; NaN alone means that the point has no value.
values_of <- function(value, sizes) {
  f <- if (is.list(value)) value$f else value
  g <- if (is.list(value)) value$g
  h <- if (is.list(value)) value$h
  if (length(f) == 1 && is.na(f)) return(rep(NaN, 1 + sum(sizes)))
  if (length(f) != 1 || length(g) != sizes[1] || length(h) != sizes[2])
    stop(sprintf("fn returned %d, %d and %d values of f, g and h: 1, %d and %d were expected",
                 length(f), length(g), length(h), sizes[1], sizes[2]), call. = FALSE)
  as.double(c(f, g, h))
}

finish <- function(s, names, sizes) {
  constraints <- c(if (sizes[1] > 0) paste0("g", seq_len(sizes[1])),
                   if (sizes[2] > 0) paste0("h", seq_len(sizes[2])))
  rows <- s$history
  colnames(rows) <- make.unique(c(names, "f", constraints, "failed"))
  s$history <- as.data.frame(rows)
  s$history$failed <- s$history$failed != 0
  names(s$x) <- names
  s$condition <- NULL
  structure(s, class = "heco")
}
