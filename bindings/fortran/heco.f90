! heco from Fortran 2008, through the functions of ../flat/heco_flat.h.
!
!   type(c_ptr) :: s
!   s = heco_new(2_c_size_t, 1_c_size_t, 0_c_size_t)     ! variables, inequalities, equalities
!   call heco_bound(s, 1, -5.0_c_double, 5.0_c_double)    ! one call per variable, from 1
!   call heco_set(s, "budget", "2000")
!   status = heco_minimize(s, c_funloc(fun), c_null_ptr)
!   f = heco_result(s, x, g, h)
!   call heco_free(s)
!
! fun has bind(c) and the arguments of heco_fun below; it returns 0, or 1 if the point has no value,
! or 2 to end the search.
module heco
  use, intrinsic :: iso_c_binding
  implicit none
  private
  public :: heco_fun, heco_new, heco_bound, heco_set, heco_minimize, heco_result, heco_feasible, &
            heco_evals, heco_message, heco_free

  abstract interface
    function heco_fun(user, x, f, g, h) bind(c) result(status)
      import :: c_ptr, c_double, c_int
      type(c_ptr), value :: user
      real(c_double), intent(in) :: x(*)
      real(c_double), intent(out) :: f, g(*), h(*)
      integer(c_int) :: status
    end function
  end interface

  interface
    function heco_new(n, ng, nh) bind(c, name="heco_flat_new") result(s)
      import :: c_size_t, c_ptr
      integer(c_size_t), value :: n, ng, nh
      type(c_ptr) :: s
    end function

    function flat_bound(s, j, lower, upper, whole) bind(c, name="heco_flat_bound") result(status)
      import :: c_ptr, c_size_t, c_double, c_int
      type(c_ptr), value :: s
      integer(c_size_t), value :: j
      real(c_double), value :: lower, upper
      integer(c_int), value :: whole
      integer(c_int) :: status
    end function

    function flat_set(s, name, text) bind(c, name="heco_flat_set") result(status)
      import :: c_ptr, c_char, c_int
      type(c_ptr), value :: s
      character(kind=c_char), intent(in) :: name(*), text(*)
      integer(c_int) :: status
    end function

    function heco_minimize(s, fun, user) bind(c, name="heco_flat_minimize") result(status)
      import :: c_ptr, c_funptr, c_int
      type(c_ptr), value :: s, user
      type(c_funptr), value :: fun
      integer(c_int) :: status
    end function

    function heco_result(s, x, g, h) bind(c, name="heco_flat_result") result(f)
      import :: c_ptr, c_double
      type(c_ptr), value :: s
      real(c_double), intent(out) :: x(*), g(*), h(*)
      real(c_double) :: f
    end function

    function heco_feasible(s) bind(c, name="heco_flat_feasible") result(yes)
      import :: c_ptr, c_int
      type(c_ptr), value :: s
      integer(c_int) :: yes
    end function

    function heco_evals(s) bind(c, name="heco_flat_evals") result(count)
      import :: c_ptr, c_double
      type(c_ptr), value :: s
      real(c_double) :: count
    end function

    function flat_message(s) bind(c, name="heco_flat_message") result(text)
      import :: c_ptr
      type(c_ptr), value :: s
      type(c_ptr) :: text
    end function

    subroutine heco_free(s) bind(c, name="heco_flat_free")
      import :: c_ptr
      type(c_ptr), value :: s
    end subroutine
  end interface

contains

  ! Sets the bounds of variable j, from 1.
  subroutine heco_bound(s, j, lower, upper, whole)
    type(c_ptr), intent(in) :: s
    integer, intent(in) :: j
    real(c_double), intent(in) :: lower, upper
    logical, intent(in), optional :: whole
    integer(c_int) :: flag
    flag = 0
    if (present(whole)) flag = merge(1, 0, whole)
    if (flat_bound(s, int(j - 1, c_size_t), lower, upper, flag) /= 0) &
      error stop "heco_bound: there is no such variable"
  end subroutine

  ! Sets an option; the names are in heco_flat.h.
  subroutine heco_set(s, name, text)
    type(c_ptr), intent(in) :: s
    character(len=*), intent(in) :: name, text
    if (flat_set(s, trim(name)//c_null_char, trim(text)//c_null_char) /= 0) &
      error stop "heco_set: the value is not understood"
  end subroutine

  ! Returns why the search ended, or the message of a failure.
  function heco_message(s) result(text)
    type(c_ptr), intent(in) :: s
    character(len=:), allocatable :: text
    character(kind=c_char), pointer :: letters(:)
    integer :: k
    call c_f_pointer(flat_message(s), letters, [500])
    text = ""
    do k = 1, 500
      if (letters(k) == c_null_char) exit
      text = text//letters(k)
    end do
  end function
end module
