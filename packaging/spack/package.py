from spack.package import *


class Heco(CMakePackage):
    """Constrained black-box optimisation: libraries, command and, with MPI, heco-mpi."""

    homepage = "https://heco.example"
    url = "https://heco.example/releases/heco-0.1.0.tar.gz"

    license("MIT")

    version("0.1.0", sha256="0000000000000000000000000000000000000000000000000000000000000000")

    variant("mpi", default=True, description="Build heco-mpi and libheco_mpi")
    variant("lua", default=True, description="Lua models")
    variant("sqlite", default=True, description="Results databases")

    depends_on("c", type="build")
    depends_on("cmake@3.21:", type="build")
    depends_on("pkgconfig", type="build")
    depends_on("mpi", when="+mpi")
    depends_on("lua@5.4", when="+lua")
    depends_on("sqlite", when="+sqlite")

    def cmake_args(self):
        off = [self.define("HECO_" + part, False) for part in ("TESTS", "BENCH", "EXAMPLES", "ASL", "MICROHTTPD")]
        return off + [
            self.define_from_variant("HECO_MPI", "mpi"),
            self.define_from_variant("HECO_LUA", "lua"),
            self.define_from_variant("HECO_SQLITE", "sqlite"),
        ]
