# Programs that print fingerprints of searches and suites, which every platform has to reproduce
# (tests/conformance/platform.sh). They use the headers of the tests, but no library of theirs.
foreach(kind static shared)
  add_executable(result_hashes_${kind} ${CMAKE_CURRENT_LIST_DIR}/result_hashes.c)
  target_include_directories(result_hashes_${kind} PRIVATE ${CMAKE_CURRENT_LIST_DIR}/.. ${PROJECT_SOURCE_DIR}/src)
  target_compile_options(result_hashes_${kind} PRIVATE -Wno-missing-prototypes -Wno-shadow)
  target_link_libraries(result_hashes_${kind} PRIVATE heco_flags heco_${kind} ${CMOCKA_LIBRARY} m)
endforeach()
target_sources(result_hashes_shared PRIVATE ${PROJECT_SOURCE_DIR}/src/base/elementary_angle.c) # libheco hides it
add_executable(suite_hashes ${CMAKE_CURRENT_LIST_DIR}/suite_hashes.c)
target_link_libraries(suite_hashes PRIVATE heco_flags heco_tools_static heco_static m)
