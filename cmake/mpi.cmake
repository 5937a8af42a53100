# libheco_mpi and heco-mpi, where MPI was found (features.cmake).
if(HECO_MPI AND MPI_C_FOUND)
  list(TRANSFORM HECO_MPI_SOURCES PREPEND ${PROJECT_SOURCE_DIR}/src/ OUTPUT_VARIABLE mpi_sources)
  add_library(heco_mpi_objects OBJECT ${mpi_sources})
  target_include_directories(heco_mpi_objects PRIVATE include src)
  target_include_directories(heco_mpi_objects SYSTEM PRIVATE ${MPI_C_INCLUDE_DIRS})
  target_link_libraries(heco_mpi_objects PRIVATE heco_flags)
  add_library(heco_desk_objects OBJECT ${PROJECT_SOURCE_DIR}/src/evaluate/desk.c)
  target_include_directories(heco_desk_objects PRIVATE include src)
  target_link_libraries(heco_desk_objects PRIVATE heco_flags)
  foreach(kind SHARED STATIC)
    string(TOLOWER ${kind} suffix)
    set(own_base "")
    if(kind STREQUAL SHARED) # as libheco_tools has
      set(own_base $<TARGET_OBJECTS:heco_base_objects> $<TARGET_OBJECTS:heco_desk_objects>)
    endif()
    heco_library(heco_mpi_${suffix} ${kind} "$<TARGET_OBJECTS:heco_mpi_objects>;${own_base}")
    set_target_properties(heco_mpi_${suffix} PROPERTIES OUTPUT_NAME heco_mpi EXPORT_NAME mpi_${suffix}
                          VERSION ${PROJECT_VERSION} SOVERSION ${heco_soversion} LINKER_LANGUAGE C)
    # Paths, because a target would be missing in heco-targets.cmake.
    target_link_libraries(heco_mpi_${suffix} PUBLIC heco_tools_${suffix} heco_${suffix} PRIVATE ${MPI_C_LIBRARIES})
  endforeach()
  set_target_properties(heco_mpi_shared PROPERTIES INSTALL_RPATH_USE_LINK_PATH ON)
  if(HECO_LINKS_DEFINED AND NOT HECO_SANITIZE)
    target_link_options(heco_mpi_shared PRIVATE -Wl,--no-undefined)
  endif()
  if(HECO_LINKS_MAP)
    target_link_options(heco_mpi_shared PRIVATE -Wl,--version-script=${PROJECT_BINARY_DIR}/heco.map)
    set_target_properties(heco_mpi_shared PROPERTIES LINK_DEPENDS ${PROJECT_BINARY_DIR}/heco.map)
  endif()
endif()

# The same command with mpi_ranks.c in place of mpi_ranks_none.c.
function(heco_mpi_command)
  if(NOT TARGET heco_mpi_static)
    return()
  endif()
  add_executable(heco_mpi_command ${ARGN} ${PROJECT_SOURCE_DIR}/src/cli/mpi_ranks.c
                 $<TARGET_OBJECTS:heco_base_objects> $<TARGET_OBJECTS:heco_core_objects>)
  set_target_properties(heco_mpi_command PROPERTIES OUTPUT_NAME heco-mpi ENABLE_EXPORTS ON
                        BUILD_WITH_INSTALL_RPATH ON INSTALL_RPATH_USE_LINK_PATH ON)
  target_include_directories(heco_mpi_command PRIVATE ${PROJECT_SOURCE_DIR}/src)
  target_link_libraries(heco_mpi_command PRIVATE heco_flags heco_mpi_static heco_tools_static heco_static
                        ${HECO_CLI_LIBS})
  target_compile_definitions(heco_mpi_command PRIVATE ${HECO_CLI_DEFINES})
  install(TARGETS heco_mpi_command RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endfunction()
