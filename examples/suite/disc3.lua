-- Minimises the sum of three variables over the unit ball; the optimum is -sqrt(3).
return {
  variables = { { "x", -2, 2 }, { "y", -2, 2 }, { "z", -2, 2 } },
  constraints = { { "radius", "<=", 1 } },
  evaluate = function(x, y, z) return x + y + z, x * x + y * y + z * z end,
}
