# Man pages from docs/man/*.scd, where scdoc is installed.
find_program(SCDOC scdoc)
if(SCDOC)
  file(GLOB man_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/docs/man/*.scd)
  set(man_pages "")
  foreach(source IN LISTS man_sources)
    get_filename_component(page ${source} NAME_WLE)
    add_custom_command(OUTPUT ${PROJECT_BINARY_DIR}/man/${page}
      COMMAND ${CMAKE_COMMAND} -E make_directory ${PROJECT_BINARY_DIR}/man
      COMMAND sh -c "\"${SCDOC}\" < \"${source}\" > \"${PROJECT_BINARY_DIR}/man/${page}\""
      DEPENDS ${source} VERBATIM)
    list(APPEND man_pages ${PROJECT_BINARY_DIR}/man/${page})
  endforeach()
  add_custom_target(heco_man ALL DEPENDS ${man_pages})
  install(FILES ${man_pages} DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
endif()
