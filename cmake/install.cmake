# cmake --install: libraries, headers, command, pkg-config file and CMake package.
include(CMakePackageConfigHelpers)
install(TARGETS heco_shared heco_static heco_tools_shared heco_tools_static EXPORT heco-targets
        LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY include/heco DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(EXPORT heco-targets NAMESPACE heco:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/heco)
configure_package_config_file(cmake/heco-config.cmake.in ${PROJECT_BINARY_DIR}/heco-config.cmake
  INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/heco)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/heco-config-version.cmake
  COMPATIBILITY SameMinorVersion)
configure_file(cmake/heco.pc.in ${PROJECT_BINARY_DIR}/heco.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/heco-config.cmake ${PROJECT_BINARY_DIR}/heco-config-version.cmake
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/heco)
install(FILES ${PROJECT_BINARY_DIR}/heco.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
include(cmake/man.cmake OPTIONAL)
