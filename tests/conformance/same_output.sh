#!/usr/bin/env bash
# same_output.sh PROGRAM PROGRAM: both must print the same, and something.
set -eu
one=$("$1")
two=$("$2")
[ -n "$one" ] || { echo "$1 prints nothing"; exit 1; }
diff <(printf '%s\n' "$one") <(printf '%s\n' "$two")
echo "$(printf '%s\n' "$one" | wc -l) equal lines"
