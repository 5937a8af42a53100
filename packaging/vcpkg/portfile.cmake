vcpkg_download_distfile(archive
  URLS "https://heco.example/releases/heco-${VERSION}.tar.gz"
  FILENAME "heco-${VERSION}.tar.gz"
  SHA512 0)
vcpkg_extract_source_archive(source ARCHIVE "${archive}")
vcpkg_check_features(OUT_FEATURE_OPTIONS features FEATURES lua HECO_LUA sqlite HECO_SQLITE)
vcpkg_cmake_configure(SOURCE_PATH "${source}"
  OPTIONS ${features} -DHECO_TESTS=OFF -DHECO_BENCH=OFF -DHECO_EXAMPLES=OFF -DHECO_MPI=OFF -DHECO_ASL=OFF
          -DHECO_MICROHTTPD=OFF)
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(PACKAGE_NAME heco CONFIG_PATH lib/cmake/heco)
vcpkg_fixup_pkgconfig()
vcpkg_copy_tools(TOOL_NAMES heco AUTO_CLEAN)
file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/debug/include" "${CURRENT_PACKAGES_DIR}/debug/share")
vcpkg_install_copyright(FILE_LIST "${source}/LICENSE" "${source}/THIRD-PARTY")
