# What the build finds beyond the C library. Each feature is optional; what lacks its library
# is left out by file name and shows in `heco version`.
set(HECO_SOURCES_OFF "")
set(HECO_FEATURES "")
set(HECO_TOOLS_DEFINES "")
set(HECO_TOOLS_INCLUDES "")
set(HECO_TOOLS_LIBS "")
set(HECO_CLI_LIBS "")
set(HECO_CLI_DEFINES "")

# The system: base/os.h, base/program.h, models/shared_object.h, cli/signals.h. Windows has no fork(), so that
# worker processes are left out there; `heco version` says so.
if(WIN32)
  list(APPEND HECO_SOURCES_OFF os_posix.c program_posix.c signals_posix.c child.c cores.c "evaluate/process/[a-z_]*.c"
       trial_fork.c orphan_reaper.c shared_object.c)
else()
  list(APPEND HECO_SOURCES_OFF os_windows.c program_windows.c child_windows.c signals_windows.c trial_fork_windows.c
       orphan_reaper_windows.c shared_object_windows.c)
endif()

# Lua 5.4: models as scripts.
option(HECO_LUA "use Lua 5.4 where it is found" ON)
if(HECO_LUA AND PKG_CONFIG_FOUND)
  pkg_search_module(LUA QUIET lua5.4 lua-5.4 lua54)
endif()
if(HECO_LUA AND LUA_FOUND)
  list(APPEND HECO_TOOLS_DEFINES HECO_HAVE_LUA=1)
  list(APPEND HECO_TOOLS_INCLUDES ${LUA_INCLUDE_DIRS})
  heco_old_glibc_archive(LUA_LINK_LIBRARIES lua5.4)
  list(APPEND HECO_TOOLS_LIBS ${LUA_LINK_LIBRARIES})
  list(APPEND HECO_FEATURES lua)
else()
  list(APPEND HECO_SOURCES_OFF model_lua.c lua_sandbox.c lua_spec.c lua_reader.c
       lua_source.c lua_variable.c lua_constraint.c lua_known.c lua_objective.c lua_point.c)
endif()

# SQLite: the results database of `heco bench`. Without it the calls refuse (store_none.c).
option(HECO_SQLITE "use SQLite where it is found" ON)
if(HECO_SQLITE)
  find_package(SQLite3 QUIET)
endif()
if(HECO_SQLITE AND SQLite3_FOUND)
  list(APPEND HECO_SOURCES_OFF store_none.c)
  heco_old_glibc_archive(SQLite3_LIBRARIES sqlite3)
  list(APPEND HECO_TOOLS_LIBS ${SQLite3_LIBRARIES}) # a target would be missing in heco-targets.cmake
  list(APPEND HECO_TOOLS_INCLUDES ${SQLite3_INCLUDE_DIRS})
  list(APPEND HECO_FEATURES sqlite)
else()
  list(APPEND HECO_SOURCES_OFF database.c database_safety.c checksum.c plan_entry.c store.c results.c results_dump.c merge.c)
endif()

# The AMPL Solver Library: models as .nl files. The archive comes first, because Debian's shared
# library does not name libm among what it needs, and a program that loads libm before it crashes.
option(HECO_ASL "use the AMPL Solver Library where it is found" ON)
if(HECO_ASL)
  find_path(ASL_INCLUDE_DIR nlp.h PATH_SUFFIXES ampl-netlib-solvers asl coin-or/asl coin/ThirdParty)
  find_library(ASL_LIBRARY NAMES libamplsolver.a amplsolver coinasl asl)
endif()
if(HECO_ASL AND ASL_INCLUDE_DIR AND ASL_LIBRARY)
  list(APPEND HECO_TOOLS_DEFINES HECO_HAVE_ASL=1)
  list(APPEND HECO_TOOLS_INCLUDES ${ASL_INCLUDE_DIR})
  list(APPEND HECO_TOOLS_LIBS ${ASL_LIBRARY} m ${CMAKE_DL_LIBS})
  list(APPEND HECO_FEATURES asl)
else()
  list(APPEND HECO_SOURCES_OFF model_nl.c nl_asl.c nl_derivatives.c nl_logic.c nl_linear.c nl_quadratic.c)
endif()

# libmicrohttpd: heco watch --serve.
option(HECO_MICROHTTPD "use libmicrohttpd where it is found" ON)
if(HECO_MICROHTTPD AND PKG_CONFIG_FOUND)
  pkg_search_module(MICROHTTPD QUIET libmicrohttpd>=0.9.71)
endif()
if(HECO_MICROHTTPD AND MICROHTTPD_FOUND)
  list(APPEND HECO_CLI_LIBS ${MICROHTTPD_LINK_LIBRARIES})
  list(APPEND HECO_FEATURES microhttpd)
  list(APPEND HECO_SOURCES_OFF watch_server_none.c)
else()
  list(APPEND HECO_SOURCES_OFF watch_server.c)
endif()

# MPI: libheco_mpi and the command heco-mpi. The other libraries and heco never link it.
option(HECO_MPI "build heco-mpi where MPI is found" ON)
set(HECO_MPI_SOURCES evaluate/mpi/channel_mpi.c evaluate/mpi/handshake.c evaluate/mpi/row_dispatcher.c
    evaluate/mpi/point_dispatcher.c evaluate/mpi/backend_mpi.c experiment/dispatch_mpi.c)
if(HECO_MPI)
  find_package(MPI QUIET COMPONENTS C)
endif()
if(HECO_MPI AND MPI_C_FOUND)
  list(APPEND HECO_FEATURES mpi)
endif()
foreach(source IN LISTS HECO_MPI_SOURCES) # of no other library
  get_filename_component(name ${source} NAME)
  list(APPEND HECO_SOURCES_OFF ${name})
endforeach()
