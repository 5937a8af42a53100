# Shell completions, printed by the command itself; where it cannot run here (cross-compiling) there are none.
if(TARGET heco_command AND NOT CMAKE_CROSSCOMPILING)
  set(completions "")
  foreach(shell bash zsh fish)
    set(file ${PROJECT_BINARY_DIR}/completion/heco.${shell})
    add_custom_command(OUTPUT ${file}
      COMMAND ${CMAKE_COMMAND} -E make_directory ${PROJECT_BINARY_DIR}/completion
      COMMAND sh -c "\"$<TARGET_FILE:heco_command>\" completion ${shell} > \"${file}\""
      DEPENDS heco_command VERBATIM)
    list(APPEND completions ${file})
  endforeach()
  add_custom_target(heco_completion ALL DEPENDS ${completions})
  set(from ${PROJECT_BINARY_DIR}/completion)
  install(FILES ${from}/heco.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME heco)
  install(FILES ${from}/heco.zsh DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions RENAME _heco)
  install(FILES ${from}/heco.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
endif()
