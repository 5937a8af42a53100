# The header for C++: the oil cooler with the bits of C, and tests of its own.
. "$(dirname "$0")/common.sh"
needs g++ python3
flags=(-std=c++17 -O2 -ffp-contract=off -Wall -Wextra -Werror)
flags+=(-I"$root/include" -I"$work/include" -L"$build")
mkdir -p "$work/include/heco"
cp "$root/bindings/cpp/heco.hpp" "$work/include/heco"
g++ "${flags[@]}" "$root/examples/models/cooler.cpp" -o "$work/cooler" -lheco -lm -pthread
same_bits "$work/cooler"
g++ "${flags[@]}" "$root/tests/bindings/lambdas.cpp" -o "$work/lambdas" -lheco -lm -pthread
"$work/lambdas"
