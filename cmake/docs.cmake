# The target docs: pages of the public headers by doxygen, in html/ of the build folder. A warning fails it.
find_program(DOXYGEN doxygen)
find_package(Python3 COMPONENTS Interpreter QUIET)
if(DOXYGEN AND Python3_FOUND)
  find_file(DOXYGEN_AWESOME doxygen-awesome.css PATHS /usr/share/doxygen-awesome-css NO_DEFAULT_PATH)
  set(HECO_DOXYGEN_STYLE "")
  if(DOXYGEN_AWESOME)
    set(HECO_DOXYGEN_STYLE ${DOXYGEN_AWESOME})
  endif()
  configure_file(docs/Doxyfile.in ${PROJECT_BINARY_DIR}/Doxyfile @ONLY)
  add_custom_target(docs COMMAND ${DOXYGEN} ${PROJECT_BINARY_DIR}/Doxyfile
    WORKING_DIRECTORY ${PROJECT_SOURCE_DIR} VERBATIM
    COMMENT "Pages of the headers: ${PROJECT_BINARY_DIR}/html/index.html")
else()
  add_custom_target(docs COMMAND ${CMAKE_COMMAND} -E echo "the target docs needs doxygen and python3"
    COMMAND ${CMAKE_COMMAND} -E false VERBATIM)
endif()
