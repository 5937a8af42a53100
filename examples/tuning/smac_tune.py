"""Tunes options of an algorithm with SMAC 3 (https://automl.github.io/SMAC3): pip install smac.

    heco list options heco-de --for smac > parameters.pcs      # delete what is not to be tuned, edit the ranges
    python3 smac_tune.py parameters.pcs 200
"""

import os
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).parent
INSTANCES = (HERE / "instances.txt").read_text().split()
NUMBER = re.compile(r"(\S+) (real|integer) \[(\S+), (\S+)\] \[(\S+)\]( log)?$")
CHOICE = re.compile(r"(\S+) categorical \{(.+)\} \[(\S+)\]$")


def read_parameters(path):
    """The rows of a parameter file: (name, 'real' or 'integer', low, high, default, log) or (name, 'categorical', names, default)."""
    rows = []
    for line in pathlib.Path(path).read_text().splitlines():
        line = line.strip()
        if not line or line.startswith("#"):
            continue
        number, choice = NUMBER.match(line), CHOICE.match(line)
        if number:
            name, kind, *values, log = number.groups()
            rows.append((name, kind, *map(int if kind == "integer" else float, values), log is not None))
        elif choice:
            name, names, default = choice.groups()
            rows.append((name, "categorical", names.split(", "), default))
        else:
            raise ValueError("%s: not a parameter: %s" % (path, line))
    return rows


def cost(configuration, instance, seed=0):
    """The cost of one run; the target runner of irace does the work."""
    words = [str(HERE / "target-runner"), "0", "0", str(seed), instance]
    words += ["%s=%s" % (name, configuration[name]) for name in dict(configuration)]
    return float(subprocess.run(words, check=True, capture_output=True, text=True, env=os.environ).stdout)


def tune(path, trials):
    from ConfigSpace import Categorical, ConfigurationSpace, Float, Integer
    from smac import AlgorithmConfigurationFacade, Scenario
    space = ConfigurationSpace(seed=1)
    for name, kind, *rest in read_parameters(path):
        if kind == "categorical":
            space.add(Categorical(name, rest[0], default=rest[1]))
        else:
            low, high, default, log = rest
            space.add((Integer if kind == "integer" else Float)(name, (low, high), default=default, log=log))
    scenario = Scenario(space, n_trials=trials, instances=INSTANCES, deterministic=False, seed=1,
                        instance_features={name: [k] for k, name in enumerate(INSTANCES)})
    return AlgorithmConfigurationFacade(scenario, cost, overwrite=True).optimize()


if __name__ == "__main__":
    print(tune(sys.argv[1], int(sys.argv[2])))
