# Reads input.txt and writes result.txt: a beam of three segments with a load at its end.
$1 == "widths"  { for (i = 1; i <= 3; i++) b[i] = $(i + 1) }
$1 == "heights" { for (i = 1; i <= 3; i++) h[i] = $(i + 1) }
END {
    P = 50000; E = 2e7; l = 500 / 3
    printf "volume = %.17g\n", l * (b[1] * h[1] + b[2] * h[2] + b[3] * h[3]) > "result.txt"
    for (i = 1; i <= 3; i++) { # segment 1 is at the wall
        arm = (4 - i) * l
        inertia = b[i] * h[i] * h[i] * h[i] / 12
        printf "stress%d = %.17g\n", i, P * arm * h[i] / 2 / inertia > "result.txt"
        near = arm - l
        bend = bend + P * (arm * arm * arm - near * near * near) / (3 * E * inertia)
    }
    printf "deflection at the end: %.17g cm\n", bend > "result.txt"
}
