#!/bin/sh
# The beam as a shell script: heco solve 'exec:sh beam.sh'
#
# The way to couple a simulation that knows nothing of heco: write its input, run it, read its
# output. Here awk is the simulation; whatever it prints to standard error is kept for messages.
echo "heco 1 10 11 0"
for j in 1 2 3 4 5; do echo "1 5 name=b$j"; done
for j in 1 2 3 4 5; do echo "30 65 name=h$j"; done

simulate() {
    awk -v P=50000 -v E=2e7 -v l=100 'BEGIN {
        split("61 37 19 7 1", weight, " ")
        for (i = 1; i <= 5; i++) {
            b = ARGV[i]; h = ARGV[i + 5]
            area += b * h
            bend += weight[i] / (b * h * h * h / 12)
            stress = stress sprintf(" %.17g", 6 * P * (6 - i) * l / (b * h * h) - 14000)
            shape = shape sprintf(" %.17g", h / b - 20)
        }
        printf "%.17g%s %.17g%s\n", l * area, stress, P * l * l * l / (3 * E) * bend - 2.7, shape
    }' "$@"
}

while read -r id point; do
    # shellcheck disable=SC2086 # the point is a list of words
    if values=$(simulate $point); then
        echo "$id ok $values"
    else
        echo "$id fail the simulation ended with code $?"
    fi
done
