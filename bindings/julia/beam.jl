# The beam of the README from Julia, through the functions without structs (bindings/flat).
const lib = "./libheco_flat.so"

function beam(user, x::Ptr{Cdouble}, f::Ptr{Cdouble}, g::Ptr{Cdouble}, h::Ptr{Cdouble})::Cint
    try
        b, t = unsafe_load(x, 1), unsafe_load(x, 2)
        unsafe_store!(f, 2b * t)
        unsafe_store!(g, 6 / (b * t^2) - 1, 1)
        unsafe_store!(g, t - 8b, 2)
        return 0
    catch
        return 1                                # an exception must not pass the library
    end
end

s = ccall((:heco_flat_new, lib), Ptr{Cvoid}, (Csize_t, Csize_t, Csize_t), 2, 2, 0)
for (j, (lower, upper)) in enumerate([(0.1, 5.0), (0.1, 10.0)])
    ccall((:heco_flat_bound, lib), Cint, (Ptr{Cvoid}, Csize_t, Cdouble, Cdouble, Cint), s, j - 1, lower, upper, 0)
end
ccall((:heco_flat_set, lib), Cint, (Ptr{Cvoid}, Cstring, Cstring), s, "budget", "2000")
fun = @cfunction(beam, Cint, (Ptr{Cvoid}, Ptr{Cdouble}, Ptr{Cdouble}, Ptr{Cdouble}, Ptr{Cdouble}))
status = ccall((:heco_flat_minimize, lib), Cint, (Ptr{Cvoid}, Ptr{Cvoid}, Ptr{Cvoid}), s, fun, C_NULL)
status == 0 || error(unsafe_string(ccall((:heco_flat_message, lib), Cstring, (Ptr{Cvoid},), s)))
x = zeros(2)
f = ccall((:heco_flat_result, lib), Cdouble, (Ptr{Cvoid}, Ptr{Cdouble}, Ptr{Cdouble}, Ptr{Cdouble}), s, x, C_NULL, C_NULL)
ccall((:heco_flat_free, lib), Cvoid, (Ptr{Cvoid},), s)
