# The module for Fortran and the functions without structs below it.
. "$(dirname "$0")/common.sh"
needs gfortran gcc python3
cd "$work"
gcc -std=c11 -O2 -Wall -Wextra -Werror -I"$root/include" -c "$root/bindings/flat/heco_flat.c"
flags=(-std=f2008 -O2 -ffp-contract=off -Wall -Werror)
gfortran "${flags[@]}" -c "$root/bindings/fortran/heco.f90"
gfortran "${flags[@]}" "$root/examples/models/cooler.f90" heco.o heco_flat.o -o cooler \
    -L"$build" -lheco -lm
same_bits ./cooler
gcc -std=c11 -Wall -Wextra -Werror -I"$root/bindings/flat" "$root/tests/bindings/flat.c" \
    heco_flat.o -o flat -L"$build" -lheco -lm
./flat
