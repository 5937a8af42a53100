"""The loop of a program behind exec: describes the problem, then answers one line per point."""
import sys


def serve(variables, constraints, evaluate):
    """`variables` and `constraints` are lines of the description; `evaluate` returns the numbers of
    the answer as text, or None if the point cannot be evaluated."""
    print(f"heco 1 {len(variables)} {len(constraints)} 0 constraints")
    print("\n".join(variables + constraints), flush=True)
    for line in sys.stdin:
        number, *x = line.split()
        values = evaluate([float(word) for word in x])
        print(number, "fail no solution" if values is None else "ok " + " ".join(values),
              flush=True)
