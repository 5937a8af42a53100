-- A model that writes down every point it is asked for, in the order asked, for the tests of the
-- journal: HECO_POINTS_LOG names the file (none: no log). Needs --trust for that.
local path = os.getenv("HECO_POINTS_LOG")
local log = path and assert(io.open(path, "a"))
return {
  variables = { { "a", -2, 2 }, { "b", -2, 2 }, { "c", -2, 2 }, { "d", -2, 2, "integer" } },
  constraints = { { "sum", ">=", 2 }, { "product", "==", 0.5 } },
  evaluate = function(a, b, c, d)
    if log then
      log:write(string.format("%.17g %.17g %.17g %.17g\n", a, b, c, d))
      log:flush()
    end
    local s = 0
    for i = 1, 60 do s = s + math.sin(a * i) end -- so that it takes a while
    return a ^ 2 + (b - 0.1) ^ 2 + (c - 0.2) ^ 2 + (d - 0.3) ^ 2 + 0 * s, a + b + c + d, a * b
  end,
}
