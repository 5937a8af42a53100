## -*- texinfo -*-
## @deftypefn  {} {@var{s} =} heco_minimize (@var{fn}, @var{lower}, @var{upper})
## @deftypefnx {} {@var{s} =} heco_minimize (@var{fn}, @var{lower}, @var{upper}, @var{name}, @var{value}, @dots{})
## Minimise @var{fn} over a box, subject to constraints g <= 0 and h = 0.
##
## @var{fn} gets a column x and returns f, or a struct with the fields f, g and h, or
## @code{[f, g, h]}; for the last form give @code{"n_ineq"} and @code{"n_eq"}. NaN, or an error,
## means that the point has no value.
##
## The names are @code{"budget"} (evaluations), @code{"seed"}, @code{"integer"} (true for each variable that
## must be an integer), @code{"x0"} (initial points, a column each), @code{"n_ineq"}, @code{"n_eq"},
## @code{"target"}, @code{"time"} (seconds), @code{"stall"}, @code{"eq_tol"}, @code{"maximise"},
## @code{"algorithm"}, @code{"options"} (a struct with options of the algorithm), @code{"journal"} (a file
## that records every evaluation), @code{"resume"}, and @code{"on_error"}: @qcode{"fail"} or
## @qcode{"raise"}, which ends the search.
##
## @var{s} is a struct: x, f, g, h, feasible, violation, found, stop, nfev, nfail, replayed, reproduced,
## seconds, algorithm, last_error, interrupted, and history with x, f, g, h and failed, a row per
## evaluation. Ctrl-C returns the best point so far.
##
## @example
## @group
## s = heco_minimize (@@(x) struct ("f", x(1)^2 + x(2)^2, "g", 1 - x(1) - x(2)), ...
##                    [-5 -5], [5 5], "budget", 2000);
## s.x
## @end group
## @end example
## @end deftypefn

function s = heco_minimize (fn, lower, upper, varargin)
  if (nargin < 3)
    print_usage ();
  endif
  if (! is_function_handle (fn))
    error ("heco_minimize: fn is not a function handle: write @name");
  endif
  lower = double (lower(:));
  upper = double (upper(:));
  n = numel (lower);
  if (numel (upper) != n)
    error ("heco_minimize: lower has %d numbers, upper %d: one of each per variable was expected", n, numel (upper));
  endif
  how = read_settings (n, varargin);
  x = (lower + upper) / 2;
  if (isfield (how, "x0"))
    x = how.x0(:,1);
  endif
  x(how.integer) = round (x(how.integer));
  how = learn_sizes (fn, x, how);
  values = @(x) values_of (fn, x, how);
  s = __heco_minimize__ (values, lower, upper, double (how.integer), how);
endfunction

## Returns the settings as a struct, with the fields integer, set, raises.
function how = read_settings (n, given)
  numbers = {"budget", "seed", "target", "time", "stall", "eq_tol", "maximise", "resume", "n_ineq", "n_eq"};
  known = [numbers, {"integer", "x0", "algorithm", "options", "journal", "on_error"}];
  how = struct ("integer", false (n, 1), "set", {{}}, "raises", 0);
  if (mod (numel (given), 2) != 0)
    error ("heco_minimize: the settings are not pairs of a name and a value");
  endif
  for k = 1:2:numel (given)
    [name, value] = given{k:k+1};
    if (! ischar (name) || ! any (strcmp (name, known)))
      error ("heco_minimize: there is no setting %s: %s are possible", disp_name (name), strjoin (known, ", "));
    endif
    if (any (strcmp (name, numbers)) && ! (isscalar (value) && (isnumeric (value) || islogical (value))))
      error ("heco_minimize: %s is not a number", name);
    endif
    if (any (strcmp (name, {"budget", "seed", "stall", "n_ineq", "n_eq"})) && ! (value >= 0 && value <= flintmax () && value == fix (value)))
      error ("heco_minimize: %s is %g: a whole number was expected", name, value);
    endif
    how.(name) = value;
  endfor
  how = read_arrays (n, how);
endfunction

function how = read_arrays (n, how)
  if (isscalar (how.integer))
    how.integer = repmat (how.integer, n, 1);
  endif
  how.integer = logical (how.integer(:));
  if (numel (how.integer) != n)
    error ("heco_minimize: integer has %d values for %d variables", numel (how.integer), n);
  endif
  if (isfield (how, "x0"))
    if (numel (how.x0) == n)
      how.x0 = how.x0(:);
    endif
    if (rows (how.x0) != n)
      error ("heco_minimize: x0 has %d rows for %d variables: a column per point was expected", rows (how.x0), n);
    endif
    how.x0 = double (how.x0);
  endif
  if (isfield (how, "options"))
    names = fieldnames (how.options);
    how.set = cellfun (@(name) [name "=" option_text(how.options.(name))], names, "UniformOutput", false);
  endif
  if (isfield (how, "on_error"))
    how.raises = strcmp (how.on_error, "raise");
    if (! how.raises && ! strcmp (how.on_error, "fail"))
      error ("heco_minimize: on_error is %s: fail and raise are possible", how.on_error);
    endif
  endif
endfunction

function text = option_text (value)
  if (ischar (value))
    text = value;
  else
    text = sprintf ("%.17g", value);
  endif
endfunction

function text = disp_name (name)
  text = name;
  if (! ischar (name))
    text = class (name);
  endif
endfunction

## Sets how.ng and how.nh, from the settings or from one evaluation at x.
function how = learn_sizes (fn, x, how)
  if (isfield (how, "n_ineq") || isfield (how, "n_eq"))
    how.ng = how.nh = 0;
    if (isfield (how, "n_ineq"))
      how.ng = how.n_ineq;
    endif
    if (isfield (how, "n_eq"))
      how.nh = how.n_eq;
    endif
    return;
  endif
  value = fn (x);
  how.ng = how.nh = 0;
  if (isstruct (value))
    if (isfield (value, "g"))
      how.ng = numel (value.g);
    endif
    if (isfield (value, "h"))
      how.nh = numel (value.h);
    endif
  endif
endfunction

## Returns f, g and h in one column.
function all = values_of (fn, x, how)
  g = h = [];
  if (how.ng + how.nh == 0)
    f = fn (x);
  elseif (! (isfield (how, "n_ineq") || isfield (how, "n_eq")))
    f = fn (x);
  elseif (how.nh > 0)
    [f, g, h] = fn (x);
  else
    [f, g] = fn (x);
  endif
  if (isstruct (f))
    value = f;
    f = value.f;
    if (isfield (value, "g"))
      g = value.g;
    endif
    if (isfield (value, "h"))
      h = value.h;
    endif
  endif
  if (isscalar (f) && isnan (f))
    all = NaN (1 + how.ng + how.nh, 1);
    return;
  endif
  if (! isscalar (f) || numel (g) != how.ng || numel (h) != how.nh)
    error ("heco_minimize: fn returned %d, %d and %d values of f, g and h: 1, %d and %d were expected", numel (f), ...
           numel (g), numel (h), how.ng, how.nh);
  endif
  all = double ([f; g(:); h(:)]);
endfunction

%!function [f, g, h] = three (x)
%!  f = x(1)^2 + x(2)^2;
%!  g = 1 - x(1) - x(2);
%!  h = x(1) - x(2);
%!endfunction
%!shared half, lower, upper
%! half = @(x) struct ("f", x(1)^2 + x(2)^2, "g", 1 - x(1) - x(2));
%! lower = [-5 -5];
%! upper = [5 5];

%!test # a struct with f and g; the history holds every evaluation
%! s = heco_minimize (half, lower, upper, "budget", 300, "seed", 3);
%! assert (s.feasible && s.reproduced == 1);
%! assert (s.f, 0.5, 1e-6);
%! assert (s.nfev <= 300);
%! assert (size (s.history.x), [s.nfev, 2]);
%! assert (min (s.history.f(s.history.g <= 1e-8)), s.f, 1e-7);
%! t = heco_minimize (half, lower, upper, "budget", 300, "seed", 3);
%! assert (t.history.x, s.history.x); # the same seed, the same bits

%!test # several outputs, and deal
%! s = heco_minimize (@three, lower, upper, "budget", 500, "n_ineq", 1, "n_eq", 1);
%! assert (s.x, [0.5; 0.5], 1e-4);
%! t = heco_minimize (@(x) deal (x(1)^2 + x(2)^2, 1 - x(1) - x(2)), lower, upper, "budget", 300, "n_ineq", 1);
%! assert (t.f, 0.5, 1e-6);

%!test # integers, an initial point, a target, options, maximising
%! s = heco_minimize (@(x) (x(1) - 1.6)^2 + x(2)^2, lower, upper, "integer", [1 0], "budget", 300);
%! assert (s.x(1), 2);
%! s = heco_minimize (@(x) sum (x), lower, upper, "x0", [1 2], "budget", 1, "algorithm", "sqp", "maximise", true);
%! assert (s.x, [1; 2]);
%! assert (s.f, 3);
%! s = heco_minimize (half, lower, upper, "budget", 5000, "target", 0.6, "algorithm", "heco-de", "options", struct ("N0", 20));
%! assert (s.stop, "target");

%!test # errors and NaN are failed points
%! function f = partly (x)
%!   if (x(1) > 4)
%!     error ("no convergence");
%!   endif
%!   f = sum (x .^ 2);
%!   if (x(2) > 4)
%!     f = NaN;
%!   endif
%! endfunction
%! s = heco_minimize (@partly, lower, upper, "budget", 400, "algorithm", "heco-de", "n_ineq", 0);
%! assert (s.nfail > 0 && s.nfail == sum (s.history.failed));
%! assert (s.last_error, "no convergence");

%!test # an error that ends the search is the error of the function; the next search is not affected
%! for turn = 1:3
%!   fail ("heco_minimize (@(x) error (\"stop here\"), [-5 -5], [5 5], \"n_ineq\", 0, \"on_error\", \"raise\")", "stop here");
%! endfor
%! s = heco_minimize (half, lower, upper, "budget", 100);
%! assert (s.nfev, 100);

%!test # a journal is resumed
%! file = tempname ();
%! s = heco_minimize (half, lower, upper, "budget", 200, "journal", file);
%! t = heco_minimize (half, lower, upper, "budget", 200, "journal", file, "resume", true);
%! assert (t.replayed, s.nfev);
%! assert (t.x, s.x);
%! unlink (file);

%!test # a search within a function that is minimised
%! inner = @(y) heco_minimize (@(x) (x - y(1))^2, -5, 5, "budget", 30).f;
%! s = heco_minimize (inner, -1, 1, "budget", 30);
%! assert (s.nfev, 30);

%!error <not a function handle> heco_minimize ("x", 0, 1)
%!error <one of each per variable> heco_minimize (@(x) x, [0 0], 1)
%!error <no setting buget> heco_minimize (@(x) x, 0, 1, "buget", 3)
%!error <budget is 1.5> heco_minimize (@(x) x, 0, 1, "budget", 1.5)
%!error <budget is Inf> heco_minimize (@(x) x, 0, 1, "budget", Inf)
%!error <seed is 1e\+20> heco_minimize (@(x) x, 0, 1, "seed", 1e20)
%!error <stall is NaN> heco_minimize (@(x) x, 0, 1, "stall", NaN)
%!error <no variables> heco_minimize (@(x) 1, zeros (0, 1), zeros (0, 1), "x0", zeros (0, 1)) # no endless SIGFPE
%!error <heco-de> heco_minimize (@(x) x, 0, 1, "algorithm", "heco-ed")
%!error <lower> heco_minimize (@(x) x, 1, 0)
%!error <undefined> heco_minimize (@(x) nosuch (x), 0, 1)
%!error <nosuch> heco_minimize (@(x) x, 0, 1, "options", struct ("nosuch", 1))
