# cmake --install: libraries, headers, command, pkg-config files, CMake package, man pages, guides and
# examples; the pages of the headers where the target docs has made them.
include(CMakePackageConfigHelpers)
install(TARGETS heco_shared heco_static heco_tools_shared heco_tools_static EXPORT heco-targets
        LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
if(TARGET heco_mpi_shared)
  install(TARGETS heco_mpi_shared heco_mpi_static EXPORT heco-targets
          LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
endif()
install(DIRECTORY include/heco DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(FILES bindings/cpp/heco.hpp DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/heco)
install(EXPORT heco-targets NAMESPACE heco:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/heco)
configure_package_config_file(cmake/heco-config.cmake.in ${PROJECT_BINARY_DIR}/heco-config.cmake
  INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/heco)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/heco-config-version.cmake
  COMPATIBILITY SameMinorVersion)

# The .pc files find their prefix from where they lie, so that an installed tree may be moved.
set(HECO_PC_DIR ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
file(RELATIVE_PATH HECO_PC_PREFIX "/prefix/${HECO_PC_DIR}" "/prefix")
string(REGEX REPLACE "/$" "" HECO_PC_PREFIX "${HECO_PC_PREFIX}")
set(HECO_PC_LIBS_PRIVATE "-lpthread -lm")
set(pc_names heco heco_tools)
if(TARGET heco_mpi_shared)
  list(APPEND pc_names heco_mpi)
endif()
foreach(name IN LISTS pc_names)
  configure_file(cmake/${name}.pc.in ${PROJECT_BINARY_DIR}/${name}.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/${name}.pc DESTINATION ${HECO_PC_DIR})
endforeach()
install(FILES ${PROJECT_BINARY_DIR}/heco-config.cmake ${PROJECT_BINARY_DIR}/heco-config-version.cmake
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/heco)
include(cmake/man.cmake)
include(cmake/completion.cmake)

# As in the tree, so that links from one to the other lead somewhere.
install(FILES README.md CHANGELOG.md CITATION.cff LICENSE SECURITY.md THIRD-PARTY DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR}
        FILES_MATCHING PATTERN "*.md" PATTERN references.bib PATTERN man EXCLUDE PATTERN results EXCLUDE)
install(DIRECTORY bindings DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY examples DESTINATION ${CMAKE_INSTALL_DOCDIR} PATTERN CMakeLists.txt EXCLUDE)
install(DIRECTORY ${PROJECT_BINARY_DIR}/html DESTINATION ${CMAKE_INSTALL_DOCDIR} OPTIONAL)
