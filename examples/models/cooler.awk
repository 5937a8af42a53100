# The oil cooler of cooler.lua as a program that answers line by line:
#   heco solve "exec:gawk -f cooler.awk"    or    heco solve "exec:mawk -W interactive -f cooler.awk"
# mawk reads its input in blocks unless it is told not to.
BEGIN {
    CONVFMT = OFMT = "%.17g"
    pi = 3.141592653589793
    print "heco 1 6 5 1 constraints unit=EUR"
    print "8 25 name=diameter unit=mm"
    print "0.5 5 name=length unit=m"
    print "0.5 3 name=velocity unit=m/s"
    print "0.1 0.6 name=shell unit=m"
    print "0.05 0.5 name=spacing unit=m"
    print "10 200 integer name=tubes"
    print "c name=heat >= 160 unit=kW"
    print "c name=water_drop <= 30 unit=kPa"
    print "c name=oil_drop <= 70 unit=kPa"
    print "c name=oil_velocity >= 0.3 unit=m/s"
    print "c name=clearance >= 20 unit=mm"
    print "c name=water_flow = 5 unit=l/s"
    fflush()
}
{
    long = $3; velocity = $4; shell = $5; spacing = $6; tubes = $7
    inner = 0.001 * $2
    outer = inner + 0.002
    re_water = 1243750 * velocity * inner
    inside = 0.028 * re_water ^ 0.8 / inner
    flux = 16 / (shell * spacing)
    gap = 0.95 * outer
    re_oil = flux * gap / 0.03
    outside = 0.362 * re_oil ^ 0.55 / gap
    transfer = 1 / (1 / outside + outer / (inner * inside) + 0.0003)
    area = pi * outer * long * tubes
    left = exp(-0.615 * (transfer * area / 8000))
    heat = 400 * (1 - left) / (1 - 0.385 * left)
    water = 0.4975 * (velocity * velocity) * (0.184 * re_water ^ -0.2 * long / inner + 2.5)
    oil = 1.8 * re_oil ^ -0.19 * (long / spacing) * (shell / gap) * (flux * flux) / 1720000
    clearance = 1000 * (shell - 1.4 * outer * sqrt(tubes / 0.785))
    flow = 250 * pi * velocity * tubes * (inner * inner)
    steel = 7850 * pi * ((outer * outer - inner * inner) / 4 * long * tubes + 0.006 * shell * (long + 0.3))
    cost = 8 * steel + 12 * tubes + (5 * water + 4.65 * oil)
    printf "%s ok %.17g %.17g %.17g %.17g %.17g %.17g %.17g\n", $1, cost, heat, water, oil, flux / 860, clearance, flow
    fflush()
}
