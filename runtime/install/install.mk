# SPDX-License-Identifier: MIT
# install.mk - make install and make uninstall.
#
#   make install                              below /usr/local; links to the plugins where each
#                                             GCC looks for -fplugin=erbium
#   make install PREFIX=$HOME/e PLUGINDIR=$HOME/e/lib/erbium
#                                             without the right to write there: compile with
#                                             ercc, or -fplugin=$HOME/e/lib/erbium/gcc-12/erbium.so
#   make install DESTDIR=stage PREFIX=/usr    everything below stage, for a package
#   make install-lib                          only the library, its headers, erbium.pc, and the
#                                             CMake package
#
# Nothing is installed unless everything can be.  All parts find each other by relative paths, so
# what is below PREFIX can be moved; only erbium.pc names PREFIX, unless pkg-config gets
# --define-prefix.

PREFIX    ?= /usr/local
PLUGINDIR ?=

# Names of files are words to make.
ifneq ($(word 2,$(PREFIX))$(word 2,$(DESTDIR))$(word 2,$(PLUGINDIR)),)
ifneq ($(filter install% uninstall% deb,$(MAKECMDGOALS)),)
$(error PREFIX, DESTDIR and PLUGINDIR may not contain a blank; install elsewhere and move the folder)
endif
else
override PREFIX := $(abspath $(PREFIX))
endif

TO     := $(DESTDIR)$(PREFIX)
LIBDIR := $(TO)/lib
INCDIR := $(TO)/include
CMAKEDIR := $(LIBDIR)/cmake/Erbium
DOCDIR := $(TO)/share/doc/erbium
BASHDIR := $(TO)/share/bash-completion/completions
# gdb trusts the scripts beside a library only if its settings say so, and those of its own folder
# always; only the folder of a gdb in /usr is known.
GDB_FILES := runtime/gdb/gdb.py $(sort $(wildcard runtime/gdb/erbium_gdb/*.py))
EDITOR_FILES := $(sort $(shell find frontend/editors -type f))
GDBDIR := $(if $(filter /usr,$(PREFIX)),$(TO)/share/gdb/auto-load/usr/lib,$(LIBDIR))

# ---- What is installed -----------------------------------------------------------------

# The file of the plugin for a release of GCC, and the link where -fplugin finds it.
plugin_file = $(LIBDIR)/erbium/gcc-$(1)/erbium.so
plugin_folder = $(if $(PLUGINDIR),$(PLUGINDIR)/gcc-$(1),$(shell gcc-$(1) -print-file-name=plugin))
plugin_link = $(DESTDIR)$(plugin_folder)/erbium.so
PLUGIN_FILES := $(foreach v,$(GCC_RELEASES),$(call plugin_file,$(v)))
PLUGIN_LINKS := $(filter-out $(abspath $(PLUGIN_FILES)),$(abspath \
                  $(foreach v,$(GCC_RELEASES),$(call plugin_link,$(v)))))

# The tools whose options bash completes.
COMPLETED := $(filter-out erbium,$(TOOLS)) $(MPI_COMMANDS)
EXAMPLE_FILES := $(shell find examples -type f ! -path '*/__pycache__/*' ! -name '.*')

# The manual pages of functions; their names are only known to a script, which takes a moment.
FUNCTION_MANUALS := $(if $(filter install uninstall,$(MAKECMDGOALS)),$(shell python3 docs/man3 --list))

INSTALLED_LIBRARIES := $(addprefix $(LIBDIR)/,liberbium.so.$(VERSION) $(SONAME) liberbium.so \
                         liberbium.a pkgconfig/erbium.pc) \
                       $(CMAKEDIR)/ErbiumConfig.cmake $(CMAKEDIR)/ErbiumConfigVersion.cmake
INSTALLED_BLOCKS    := $(addprefix $(LIBDIR)/,liberbium-blocks.so.$(VERSION) $(BLOCKS_SONAME) \
                         liberbium-blocks.so liberbium-blocks.a pkgconfig/erbium-blocks.pc)
INSTALLED_HEADERS   := $(HEADERS:%=$(INCDIR)/%)
# DetMPI has folders of its own: programs find its library and headers only if they are asked for.
MPIDIR := $(LIBDIR)/detmpi
INSTALLED_MPI       := $(MPIDIR)/$(notdir $(MPI_LIBRARY)) $(MPI_LINKS:%=$(MPIDIR)/%) \
                       $(MPI_HEADERS:$(MPI_OUT)/include/%=$(INCDIR)/detmpi/%) \
                       $(MPI_COMMANDS:%=$(TO)/bin/%)
# Only ranks load these, so they stand beside the plugins and not where programs are linked.
INSTALLED_RANKS     := $(RANK_LINKS:$(BUILD)/%=$(LIBDIR)/erbium/%)
INSTALLED_TOOLS     := $(TOOLS:%=$(TO)/bin/%) $(STREAMIT_LIBS:$(BUILD)/%=$(LIBDIR)/erbium/%) \
                       $(addprefix $(TO)/share/man/man1/,$(MANUALS) $(MANUALS_OF_CC)) \
                       $(addprefix $(TO)/share/man/man3/,$(FUNCTION_MANUALS)) \
                       $(GDB_FILES:runtime/gdb/%=$(TO)/share/erbium/%) \
                       $(GDBDIR)/liberbium.so.$(VERSION)-gdb.py \
                       $(EDITOR_FILES:frontend/%=$(TO)/share/erbium/%) \
                       $(BASHDIR)/erbium $(COMPLETED:%=$(BASHDIR)/%) \
                       $(addprefix $(DOCDIR)/,LICENSE COPYING docs/changelog.md $(EXAMPLE_FILES))

# ---- make install ----------------------------------------------------------------------

MEND_PREFIX  := call make install with the right to write there (sudo), or give another PREFIX= or DESTDIR=
MEND_PLUGINS := GCC looks there for -fplugin=erbium: call make install with the right to write there (sudo), or give \
  PLUGINDIR=FOLDER and compile with -fplugin=FOLDER/gcc-$(lastword $(GCC_RELEASES))/erbium.so, or give DESTDIR=

define install_library
	install -d $(LIBDIR)/pkgconfig $(INCDIR)/erbium
	install -m 755 $(BUILD)/$(SONAME) $(LIBDIR)/liberbium.so.$(VERSION)
	ln -sf liberbium.so.$(VERSION) $(LIBDIR)/$(SONAME)
	ln -sf $(SONAME) $(LIBDIR)/liberbium.so
	install -m 644 $(BUILD)/liberbium.a $(LIBDIR)
	sed -e 's|@PREFIX@|$(PREFIX)|' -e 's|@VERSION@|$(VERSION)|' -e 's|@LIBS@|$(HWLOC_LIBS)|' \
	  runtime/install/erbium.pc.in > $(LIBDIR)/pkgconfig/erbium.pc
	install -D -m 644 runtime/install/cmake/ErbiumConfig.cmake $(CMAKEDIR)/ErbiumConfig.cmake
	sed -e 's|@VERSION@|$(VERSION)|' runtime/install/cmake/ErbiumConfigVersion.cmake.in \
	  > $(CMAKEDIR)/ErbiumConfigVersion.cmake
	@cd runtime/include && sh ../install/copy-files.sh $(abspath $(INCDIR)) $(HEADERS)
	@[ -n "$(DESTDIR)" ] || ldconfig 2>/dev/null || true
endef

define install_blocks
	install -m 755 $(BUILD)/$(BLOCKS_SONAME) $(LIBDIR)/liberbium-blocks.so.$(VERSION)
	ln -sf liberbium-blocks.so.$(VERSION) $(LIBDIR)/$(BLOCKS_SONAME)
	ln -sf $(BLOCKS_SONAME) $(LIBDIR)/liberbium-blocks.so
	install -m 644 $(BUILD)/liberbium-blocks.a $(LIBDIR)
	sed -e 's|@PREFIX@|$(PREFIX)|' -e 's|@VERSION@|$(VERSION)|' \
	  runtime/install/erbium-blocks.pc.in > $(LIBDIR)/pkgconfig/erbium-blocks.pc
	@[ -n "$(DESTDIR)" ] || ldconfig 2>/dev/null || true
endef

install-lib: lib blocks
	@sh runtime/install/may-install.sh '$(MEND_PREFIX)' $(INSTALLED_LIBRARIES) $(INSTALLED_BLOCKS) \
	  $(INSTALLED_HEADERS)
	$(install_library)
	$(install_blocks)

define install_tools
	install -d $(TO)/bin $(TO)/share/man/man1 $(TO)/share/man/man3 $(BASHDIR) $(GDBDIR)
	install -m 755 $(FRONTEND_TOOLS:%=$(BUILD)/frontend/%) $(BUILD)/erbium-replay \
	  $(BUILD)/erbium-top \
	  $(COMMANDS:%=$(BUILD)/commands/%) $(TO)/bin
	$(call link_partition_tool,$(PARTITION_RPATH),$(TO)/bin/erbium-partition)
	install -d $(LIBDIR)/erbium
	install -m 644 $(STREAMIT_LIBS) $(LIBDIR)/erbium
	install -m 644 $(MANUALS:%=$(BUILD)/man/%) $(TO)/share/man/man1
	@echo installing manual pages of functions in $(TO)/share/man/man3
	@install -m 644 $(FUNCTION_MANUALS:%=$(BUILD)/man/man3/%) $(TO)/share/man/man3
	@set -e; for m in $(MANUALS_OF_CC); do ln -sf detmpicc.1 $(TO)/share/man/man1/$$m; done
	install -d $(TO)/share/erbium/erbium_gdb
	@set -e; for f in $(GDB_FILES:runtime/gdb/%=%); do \
	  install -m 644 runtime/gdb/$$f $(TO)/share/erbium/$$f; done
	@set -e; for f in $(EDITOR_FILES:frontend/%=%); do \
	  install -D -m 644 frontend/$$f $(TO)/share/erbium/$$f; done
	ln -sfr $(TO)/share/erbium/gdb.py $(GDBDIR)/liberbium.so.$(VERSION)-gdb.py
	install -m 644 runtime/install/completion/erbium $(BASHDIR)/erbium
	@set -e; for t in $(COMPLETED); do ln -sf erbium $(BASHDIR)/$$t; done
	@echo installing licences and examples in $(DOCDIR)
	@sh runtime/install/copy-files.sh $(DOCDIR) LICENSE COPYING docs/changelog.md $(EXAMPLE_FILES)
endef

define install_mpi
	install -d $(MPIDIR) $(INCDIR)/detmpi $(TO)/bin
	install -m 755 $(MPI_LIBRARY) $(MPIDIR)
	@set -e; for l in $(MPI_LINKS); do ln -sf $(notdir $(MPI_LIBRARY)) $(MPIDIR)/$$l; done
	install -m 644 $(MPI_HEADERS) $(INCDIR)/detmpi
	install -m 755 $(MPI_COMMANDS:%=$(MPI_OUT)/bin/%) $(TO)/bin
endef

define install_ranks
	install -d $(LIBDIR)/erbium
	$(if $(RANK_LINKS),install -m 755 $(RANK_LINKS) $(LIBDIR)/erbium)
endef

# Installs the plugin of release $(1), and links to it where -fplugin finds it.
install_plugin = install -D -m 755 $(BUILD)/plugin/gcc-$(1)/erbium.so $(plugin_file) \
  $(if $(filter $(PLUGIN_LINKS),$(abspath $(plugin_link))),&& install -d $(dir $(plugin_link)) \
  && ln -sfr $(plugin_file) $(plugin_link))

install: all
	@sh runtime/install/may-install.sh '$(MEND_PREFIX)' $(INSTALLED_LIBRARIES) $(INSTALLED_BLOCKS) $(INSTALLED_HEADERS) \
	  $(INSTALLED_TOOLS) $(INSTALLED_MPI) $(INSTALLED_RANKS) $(PLUGIN_FILES); prefix=$$?; \
	sh runtime/install/may-install.sh '$(MEND_PLUGINS)' $(PLUGIN_LINKS) && [ $$prefix = 0 ]
	$(install_library)
	$(install_blocks)
	$(install_tools)
	$(install_mpi)
	$(install_ranks)
	$(foreach v,$(GCC_RELEASES),$(call install_plugin,$(v)) &&) :

# ---- make uninstall --------------------------------------------------------------------

# Folders that are empty then go as well: those below DESTDIR, or PREFIX and those in it.
# /usr and /usr/local and the folders EMPTY_FROM of them stay in any case.
INSTALLED      := $(INSTALLED_LIBRARIES) $(INSTALLED_BLOCKS) $(INSTALLED_HEADERS) $(INSTALLED_TOOLS) $(INSTALLED_MPI) \
                  $(INSTALLED_RANKS) $(PLUGIN_FILES)
MADE           := $(sort $(dir $(INSTALLED)))
PLUGIN_FOLDERS := $(patsubst %/,%,$(dir $(PLUGIN_LINKS)))
ifneq ($(DESTDIR),)
EMPTY_FROM     := $(DESTDIR)
MADE           := $(MADE) $(PLUGIN_FOLDERS)
else ifneq ($(filter /usr /usr/local,$(PREFIX)),)
EMPTY_FROM     := $(addprefix $(PREFIX)/,share/man share/doc share/bash-completion share lib \
                    include bin)
else
EMPTY_FROM     := $(dir $(abspath $(PREFIX)))
endif

uninstall:
	@echo removing the files of Erbium from $(TO)
	@rm -f $(INSTALLED) $(PLUGIN_LINKS)
	@$(if $(PLUGINDIR),rmdir $(PLUGIN_FOLDERS) $(DESTDIR)$(PLUGINDIR)) 2>/dev/null; :
	@for made in $(abspath $(MADE)); do for from in $(abspath $(EMPTY_FROM)); do \
	  case $$made in $$from/*) cd $$from && rmdir -p $${made#$$from/}; break;; esac; done; done 2>/dev/null; :

include runtime/install/deb/deb.mk

.PHONY: install install-lib uninstall
