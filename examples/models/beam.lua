-- A stepped cantilever beam of five segments with rectangular cross-sections carries a load at
-- its free end. The least volume is wanted such that the bending stress of each segment, the
-- deflection at the end and the ratio of height to width stay within limits.
-- (Thanedar and Vanderplaats 1995, Survey of discrete variable optimization for structural
-- design; here with all ten variables continuous.)
local P, E, l = 50000, 2e7, 100 -- load in N, modulus in N/cm^2, length of a segment in cm

local function inertia(b, h) return b * h * h * h / 12 end

return {
  name = "stepped cantilever beam",
  variables = { -- width and height of each segment in cm, segment 1 at the wall
    { "b1", 1, 5 }, { "b2", 1, 5 }, { "b3", 1, 5 }, { "b4", 1, 5 }, { "b5", 1, 5 },
    { "h1", 30, 65 }, { "h2", 30, 65 }, { "h3", 30, 65 }, { "h4", 30, 65 }, { "h5", 30, 65 },
  },
  constraints = {
    { "stress 1", "<=", 14000 }, { "stress 2", "<=", 14000 }, { "stress 3", "<=", 14000 },
    { "stress 4", "<=", 14000 }, { "stress 5", "<=", 14000 },
    { "deflection", "<=", 2.7 },
    { "shape 1", "<=", 20 }, { "shape 2", "<=", 20 }, { "shape 3", "<=", 20 },
    { "shape 4", "<=", 20 }, { "shape 5", "<=", 20 },
  },
  -- The volume, then the values of the constraints in the order above.
  evaluate = function(b1, b2, b3, b4, b5, h1, h2, h3, h4, h5)
    local volume = l * (b1 * h1 + b2 * h2 + b3 * h3 + b4 * h4 + b5 * h5)
    local deflection = P * l * l * l / (3 * E)
      * (61 / inertia(b1, h1) + 37 / inertia(b2, h2) + 19 / inertia(b3, h3)
         + 7 / inertia(b4, h4) + 1 / inertia(b5, h5))
    return volume,
      6 * P * 5 * l / (b1 * h1 * h1), 6 * P * 4 * l / (b2 * h2 * h2),
      6 * P * 3 * l / (b3 * h3 * h3), 6 * P * 2 * l / (b4 * h4 * h4),
      6 * P * 1 * l / (b5 * h5 * h5),
      deflection,
      h1 / b1, h2 / b2, h3 / b3, h4 / b4, h5 / b5
  end,
}
