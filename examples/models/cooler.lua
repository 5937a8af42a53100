-- An oil cooler: 4 kg/s of oil at 70 C flow around tubes with 5 litres of water at 20 C per second in
-- them. The cheapest one that takes 160 kW out of the oil, with limits on both pressure drops.
-- The same model: cooler_plugin.c, cooler.awk, cooler_minimize.py and cooler.nl (cooler_nl.py).
--
--   heco solve examples/models/cooler.lua --evals 500
return {
  name = "oil cooler",
  unit = "EUR",
  variables = {
    { "diameter", 8, 25, unit = "mm" }, -- of the tubes, inside; they are 1 mm thick
    { "length", 0.5, 5, unit = "m" },
    { "velocity", 0.5, 3, unit = "m/s" }, -- of the water
    { "shell", 0.1, 0.6, unit = "m" }, -- its diameter
    { "spacing", 0.05, 0.5, unit = "m" }, -- from baffle to baffle
    { "tubes", 10, 200, "integer" },
  },
  constraints = {
    { "heat", at_least = 160, unit = "kW" },
    { "water drop", at_most = 30, unit = "kPa" },
    { "oil drop", at_most = 70, unit = "kPa" },
    { "oil velocity", at_least = 0.3, unit = "m/s" },
    { "clearance", at_least = 20, unit = "mm" }, -- between bundle and shell
    { "water flow", equals = 5, unit = "l/s" },
  },
  evaluate = function(diameter, length, velocity, shell, spacing, tubes)
    local inner = 0.001 * diameter
    local outer = inner + 0.002
    -- heat transfer inside (Dittus and Boelter), outside (Kern), and through fouled walls
    local re_water = 1243750 * velocity * inner
    local inside = 0.028 * re_water ^ 0.8 / inner
    local flux = 16 / (shell * spacing) -- of oil, kg/s through a m2
    local gap = 0.95 * outer
    local re_oil = flux * gap / 0.03
    local outside = 0.362 * re_oil ^ 0.55 / gap
    local transfer = 1 / (1 / outside + outer / (inner * inside) + 0.0003)
    local area = math.pi * outer * length * tubes
    local left = math.exp(-0.615 * (transfer * area / 8000))
    local heat = 400 * (1 - left) / (1 - 0.385 * left)
    -- pressure drops in kPa
    local water_drop = 0.4975 * (velocity * velocity) * (0.184 * re_water ^ -0.2 * length / inner + 2.5)
    local oil_drop = 1.8 * re_oil ^ -0.19 * (length / spacing) * (shell / gap) * (flux * flux) / 1720000
    local clearance = 1000 * (shell - 1.4 * outer * math.sqrt(tubes / 0.785))
    local flow = 250 * math.pi * velocity * tubes * (inner * inner)
    -- steel at 8 EUR/kg, 12 EUR a tube for its holes, 1 EUR for each watt of the pumps
    local steel = 7850 * math.pi
      * ((outer * outer - inner * inner) / 4 * length * tubes + 0.006 * shell * (length + 0.3))
    local cost = 8 * steel + 12 * tubes + (5 * water_drop + 4.65 * oil_drop)
    return cost, heat, water_drop, oil_drop, flux / 860, clearance, flow
  end,
}
