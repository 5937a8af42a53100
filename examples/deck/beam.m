% Reads input.txt and writes result.txt: a beam of three segments with a load at its end.
in = fopen("input.txt");
b = sscanf(fgetl(in), "widths %f %f %f");
h = sscanf(fgetl(in), "heights %f %f %f");
fclose(in);
P = 50000; E = 2e7; l = 500 / 3; bend = 0;
out = fopen("result.txt", "w");
fprintf(out, "volume = %.17g\n", l * (b(1) * h(1) + b(2) * h(2) + b(3) * h(3)));
for i = 1:3 % segment 1 is at the wall
  arm = (4 - i) * l;
  inertia = b(i) * h(i) * h(i) * h(i) / 12;
  fprintf(out, "stress%d = %.17g\n", i, P * arm * h(i) / 2 / inertia);
  near = arm - l;
  bend = bend + P * (arm * arm * arm - near * near * near) / (3 * E * inertia);
end
fprintf(out, "deflection at the end: %.17g cm\n", bend);
fclose(out);
