-- Minimises the sum of two variables over the unit disc; the optimum is -sqrt(2).
return {
  variables = { { "x", -2, 2 }, { "y", -2, 2 } },
  constraints = { { "radius", "<=", 1 } },
  evaluate = function(x, y) return x + y, x * x + y * y end,
}
