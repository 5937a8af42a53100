! The oil cooler of cooler.lua in Fortran, with heco.f90 and heco_flat.c of bindings:
!   cc -c heco_flat.c
!   gfortran -ffp-contract=off heco.f90 cooler.f90 heco_flat.o -lheco -lm && ./a.out [SEED]
module cooler_model
  use, intrinsic :: iso_c_binding
  implicit none
contains
  function cooler(user, x, f, g, h) bind(c) result(status)
    type(c_ptr), value :: user
    real(c_double), intent(in) :: x(*)
    real(c_double), intent(out) :: f, g(*), h(*)
    integer(c_int) :: status
    integer, parameter :: d = c_double
    real(d), parameter :: pi = 3.141592653589793_d
    real(d) :: length, velocity, shell, spacing, tubes, inner, outer, re_water, inside, flux, gap
    real(d) :: re_oil, outside
    real(d) :: transfer, area, left, heat, water, oil, clearance, flow, steel
    status = merge(0, 0, c_associated(user))
    length = x(2); velocity = x(3); shell = x(4); spacing = x(5); tubes = x(6)
    inner = 0.001_d * x(1)
    outer = inner + 0.002_d
    ! heat transfer inside (Dittus and Boelter), outside (Kern), and through fouled walls
    re_water = 1243750 * velocity * inner
    inside = 0.028_d * re_water**0.8_d / inner
    flux = 16 / (shell * spacing) ! of oil, kg/s through a m2
    gap = 0.95_d * outer
    re_oil = flux * gap / 0.03_d
    outside = 0.362_d * re_oil**0.55_d / gap
    transfer = 1 / (1 / outside + outer / (inner * inside) + 0.0003_d)
    area = pi * outer * length * tubes
    left = exp(-0.615_d * (transfer * area / 8000))
    heat = 400 * (1 - left) / (1 - 0.385_d * left)
    ! pressure drops in kPa
    water = 0.4975_d * (velocity * velocity) * &
            (0.184_d * re_water**(-0.2_d) * length / inner + 2.5_d)
    oil = 1.8_d * re_oil**(-0.19_d) * (length / spacing) * (shell / gap) * (flux * flux) / 1720000
    clearance = 1000 * (shell - 1.4_d * outer * sqrt(tubes / 0.785_d))
    flow = 250 * pi * velocity * tubes * (inner * inner)
    ! steel at 8 EUR/kg, 12 EUR a tube for its holes, 1 EUR for each watt of the pumps
    steel = 7850 * pi * &
            ((outer * outer - inner * inner) / 4 * length * tubes + 0.006_d * shell &
            * (length + 0.3_d))
    f = 8 * steel + 12 * tubes + (5 * water + 4.65_d * oil)
    g(1:5) = [160 - heat, water - 30, oil - 70, 0.3_d - flux / 860, 20 - clearance]
    h(1) = flow - 5
  end function
end module

program cooler_minimize
  use heco
  use cooler_model
  implicit none
  type(c_ptr) :: s
  real(c_double) :: x(6), g(5), h(1), f
  integer, parameter :: d = c_double
  real(d), parameter :: lower(6) = [8.0_d, 0.5_d, 0.5_d, 0.1_d, 0.05_d, 10.0_d]
  real(d), parameter :: upper(6) = [25.0_d, 5.0_d, 3.0_d, 0.6_d, 0.5_d, 200.0_d]
  character(len=20) :: seed
  integer :: j
  seed = "1"
  if (command_argument_count() > 0) call get_command_argument(1, seed)
  s = heco_new(6_c_size_t, 5_c_size_t, 1_c_size_t)
  do j = 1, 6
    call heco_bound(s, j, lower(j), upper(j), j == 6)
  end do
  call heco_set(s, "budget", "500")
  call heco_set(s, "seed", seed)
  if (heco_minimize(s, c_funloc(cooler), c_null_ptr) /= 0) then
    print "(a)", heco_message(s)
    stop 1
  end if
  f = heco_result(s, x, g, h)
  print "(a,7es26.16e3)", merge("feasible  ", "infeasible", heco_feasible(s) /= 0), f, x
  if (heco_feasible(s) == 0) stop 1
  call heco_free(s)
end program
