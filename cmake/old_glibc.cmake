# HECO_OLD_GLIBC: libraries and the command run on systems with an older C library than this one (x86-64, glibc).
# cmake/old_glibc.c calls old versions of the functions whose newest version is later than 2.17; Lua and SQLite are
# linked from their archives, so that the same holds for them. Wheels are built like this.
option(HECO_OLD_GLIBC "ask for old versions of glibc's functions only" OFF)
set(HECO_OLD_GLIBC_FUNCTIONS exp log log2 pow stat lstat fstat stat64 lstat64 fstat64 fcntl64 dlopen dlsym dlclose
    dlerror pthread_create pthread_join pthread_sigmask pthread_condattr_setclock pthread_mutex_trylock
    pthread_mutexattr_init pthread_mutexattr_destroy pthread_mutexattr_settype)

# Sets `found` to the archive NAME where there is one; otherwise `found` keeps its value.
function(heco_old_glibc_archive found name)
  if(HECO_OLD_GLIBC)
    find_library(HECO_ARCHIVE_${name} NAMES lib${name}.a)
    if(HECO_ARCHIVE_${name})
      set(${found} ${HECO_ARCHIVE_${name}} PARENT_SCOPE)
    endif()
  endif()
endfunction()

# Redirects the calls in `target`; kind is LIBRARY or PROGRAM.
function(heco_old_glibc_link target kind)
  if(NOT HECO_OLD_GLIBC)
    return()
  endif()
  set(names ${HECO_OLD_GLIBC_FUNCTIONS})
  if(kind STREQUAL LIBRARY)
    list(APPEND names stdin stdout stderr)
  else()
    list(APPEND names __libc_start_main)
  endif()
  list(TRANSFORM names PREPEND "-Wl,--wrap=")
  add_library(${target}_old_glibc OBJECT ${PROJECT_SOURCE_DIR}/cmake/old_glibc.c)
  # FORTIFY and builtins would replace the declarations here by their own.
  target_compile_options(${target}_old_glibc PRIVATE -fno-builtin -D_GNU_SOURCE -DHECO_OLD_GLIBC_${kind}=1)
  target_sources(${target} PRIVATE $<TARGET_OBJECTS:${target}_old_glibc>)
  target_link_options(${target} PRIVATE ${names} -Wl,--no-as-needed -l:libpthread.so.0 -l:libdl.so.2 -Wl,--as-needed)
endfunction()
