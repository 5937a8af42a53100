"""Reads input.txt and writes result.txt: a beam of three segments with a load at its end."""
import sys

rows = {line.split()[0]: [float(w) for w in line.split()[1:]] for line in open(sys.argv[1])}
b, h = rows["widths"], rows["heights"]
P, E, l = 50000.0, 2e7, 500.0 / 3.0
with open("result.txt", "w") as out:
    print("volume =", repr(l * (b[0] * h[0] + b[1] * h[1] + b[2] * h[2])), file=out)
    bend = 0.0
    for i in range(3):  # segment 1 is at the wall
        arm = (3 - i) * l
        inertia = b[i] * h[i] * h[i] * h[i] / 12.0
        print(f"stress{i + 1} =", repr(P * arm * h[i] / 2.0 / inertia), file=out)
        near = arm - l
        bend = bend + P * (arm * arm * arm - near * near * near) / (3.0 * E * inertia)
    print("deflection at the end:", repr(bend), "cm", file=out)
