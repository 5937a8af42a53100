% The oil cooler of cooler.lua in Octave, with the package of bindings/octave:
%   pkg load heco; cooler_minimize (1)
function s = cooler_minimize (seed)
  s = heco_minimize (@cooler, [8 0.5 0.5 0.1 0.05 10], [25 5 3 0.6 0.5 200], ...
                     "integer", [0 0 0 0 0 1], "n_ineq", 5, "n_eq", 1, "budget", 500, "seed", seed);
  printf ("%s", s.found);
  printf (" %.17g", s.f, s.x);
  printf ("\n");
end

function [f, g, h] = cooler (x)
  length = x(2); velocity = x(3); shell = x(4); spacing = x(5); tubes = x(6);
  inner = 0.001 * x(1);
  outer = inner + 0.002;
  % heat transfer inside (Dittus and Boelter), outside (Kern), and through fouled walls
  re_water = 1243750 * velocity * inner;
  inside = 0.028 * re_water ^ 0.8 / inner;
  flux = 16 / (shell * spacing); % of oil, kg/s through a m2
  gap = 0.95 * outer;
  re_oil = flux * gap / 0.03;
  outside = 0.362 * re_oil ^ 0.55 / gap;
  transfer = 1 / (1 / outside + outer / (inner * inside) + 0.0003);
  area = pi * outer * length * tubes;
  left = exp (-0.615 * (transfer * area / 8000));
  heat = 400 * (1 - left) / (1 - 0.385 * left);
  % pressure drops in kPa
  water = 0.4975 * (velocity * velocity) * (0.184 * re_water ^ -0.2 * length / inner + 2.5);
  oil = 1.8 * re_oil ^ -0.19 * (length / spacing) * (shell / gap) * (flux * flux) / 1720000;
  clearance = 1000 * (shell - 1.4 * outer * sqrt (tubes / 0.785));
  flow = 250 * pi * velocity * tubes * (inner * inner);
  % steel at 8 EUR/kg, 12 EUR a tube for its holes, 1 EUR for each watt of the pumps
  steel = 7850 * pi * ((outer * outer - inner * inner) / 4 * length * tubes ...
                       + 0.006 * shell * (length + 0.3));
  f = 8 * steel + 12 * tubes + (5 * water + 4.65 * oil);
  g = [160 - heat; water - 30; oil - 70; 0.3 - flux / 860; 20 - clearance];
  h = flow - 5;
end
