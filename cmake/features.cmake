# What the build finds beyond the C library. Each feature is optional; what lacks its library
# is left out by file name and shows in `heco version`.
set(HECO_SOURCES_OFF "")
set(HECO_FEATURES "")
set(HECO_CORE_COMPILE "")
set(HECO_CORE_DEFINES "")
set(HECO_CORE_LIBS "")
set(HECO_TOOLS_DEFINES "")
set(HECO_TOOLS_INCLUDES "")
set(HECO_TOOLS_LIBS "")
set(HECO_CLI_LIBS "")
set(HECO_CLI_DEFINES "")
