# SPDX-License-Identifier: MIT
# ErbiumConfig.cmake - what find_package (Erbium) provides.
#
#   Erbium::erbium                             the library and its headers, for any C or C++ compiler
#   Erbium::blocks                             the ready-made processes of erbium/blocks.h
#   erbium_use_plugin (TARGET)                 compiles the C sources of TARGET with the plugin
#   erbium_add_executable (NAME SOURCE...)     a program in the language of the plugin
#
# All paths are relative to this file, so an installed tree can be moved.

include (CMakeFindDependencyMacro)
find_dependency (Threads)

get_filename_component (ERBIUM_PREFIX "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)

if (NOT TARGET Erbium::erbium)
  add_library (Erbium::erbium SHARED IMPORTED)
  set_target_properties (Erbium::erbium PROPERTIES
    IMPORTED_LOCATION "${ERBIUM_PREFIX}/lib/liberbium.so"
    INTERFACE_INCLUDE_DIRECTORIES "${ERBIUM_PREFIX}/include"
    INTERFACE_COMPILE_OPTIONS -fstack-clash-protection
    INTERFACE_LINK_LIBRARIES Threads::Threads)
endif ()

if (NOT TARGET Erbium::blocks)
  add_library (Erbium::blocks SHARED IMPORTED)
  set_target_properties (Erbium::blocks PROPERTIES
    IMPORTED_LOCATION "${ERBIUM_PREFIX}/lib/liberbium-blocks.so"
    INTERFACE_LINK_LIBRARIES Erbium::erbium)
endif ()

# Sets RESULT to the plugin for the C compiler.  Ends the configuration if there is none.
function (erbium_find_plugin result)
  if (NOT CMAKE_C_COMPILER_ID STREQUAL "GNU")
    message (FATAL_ERROR "the Erbium plugin expects GCC, but the C compiler is "
      "${CMAKE_C_COMPILER_ID} (${CMAKE_C_COMPILER}): set CMAKE_C_COMPILER to GCC, "
      "or use the macros of erbium.h and link with Erbium::erbium")
  endif ()
  string (REGEX MATCH "^[0-9]+" release "${CMAKE_C_COMPILER_VERSION}")
  set (plugin "${ERBIUM_PREFIX}/lib/erbium/gcc-${release}/erbium.so")
  if (NOT EXISTS "${plugin}")
    file (GLOB folders RELATIVE "${ERBIUM_PREFIX}/lib/erbium" "${ERBIUM_PREFIX}/lib/erbium/gcc-*")
    string (REPLACE ";" ", " folders "${folders}")
    message (FATAL_ERROR "no Erbium plugin for GCC ${CMAKE_C_COMPILER_VERSION} "
      "(${CMAKE_C_COMPILER}); ${ERBIUM_PREFIX}/lib/erbium has plugins for: ${folders}")
  endif ()
  set (${result} "${plugin}" PARENT_SCOPE)
endfunction ()

function (erbium_use_plugin target)
  erbium_find_plugin (plugin)
  target_compile_options (${target} PRIVATE "$<$<COMPILE_LANGUAGE:C>:-fplugin=${plugin}>")
endfunction ()

function (erbium_add_executable name)
  add_executable (${name} ${ARGN})
  erbium_use_plugin (${name})
  target_link_libraries (${name} PRIVATE Erbium::erbium)
endfunction ()
