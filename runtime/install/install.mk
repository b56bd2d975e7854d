# SPDX-License-Identifier: MIT
# install.mk - make install and make uninstall.
#
#   make install                              below /usr/local; the plugins where each GCC
#                                             looks for -fplugin=erbium
#   make install PREFIX=$HOME/e PLUGINDIR=$HOME/e/lib/erbium
#                                             without the right to write there: compile with
#                                             -fplugin=$HOME/e/lib/erbium/gcc-12/erbium.so
#   make install DESTDIR=stage PREFIX=/usr    everything below stage, for a package
#   make install-lib                          only the library, its headers and erbium.pc
#
# Nothing is installed unless everything can be.

PREFIX    ?= /usr/local
PLUGINDIR ?=

LIBDIR := $(DESTDIR)$(PREFIX)/lib
INCDIR := $(DESTDIR)$(PREFIX)/include

# The folder of the plugin for a GCC, and what gets there.
plugin_folder = $(DESTDIR)$(if $(PLUGINDIR),$(PLUGINDIR)/gcc-$(1),$(shell gcc-$(1) -print-file-name=plugin))
INSTALLED_PLUGINS   := $(foreach v,$(GCC_RELEASES),$(call plugin_folder,$(v))/erbium.so)
INSTALLED_LIBRARIES := $(addprefix $(LIBDIR)/,liberbium.so.$(VERSION) $(SONAME) liberbium.so liberbium.a \
                         pkgconfig/erbium.pc)
INSTALLED_HEADERS   := $(HEADERS:%=$(INCDIR)/%)
INSTALLED_TOOLS     := $(TOOLS:%=$(DESTDIR)$(PREFIX)/bin/%) $(MANUALS:%=$(DESTDIR)$(PREFIX)/share/man/man1/%) \
                       $(DESTDIR)$(PREFIX)/share/erbium/gdb.py

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
	set -e; for h in $(HEADERS); do install -m 644 runtime/include/$$h $(INCDIR)/$$h; done
	@[ -n "$(DESTDIR)" ] || ldconfig 2>/dev/null || true
endef

install-lib: lib
	@sh runtime/install/may-install.sh '$(MEND_PREFIX)' $(INSTALLED_LIBRARIES) $(INSTALLED_HEADERS)
	$(install_library)

install: all
	@sh runtime/install/may-install.sh '$(MEND_PREFIX)' $(INSTALLED_LIBRARIES) $(INSTALLED_HEADERS) $(INSTALLED_TOOLS); prefix=$$?; \
	sh runtime/install/may-install.sh '$(MEND_PLUGINS)' $(INSTALLED_PLUGINS) && [ $$prefix = 0 ]
	$(install_library)
	install -d $(DESTDIR)$(PREFIX)/bin
	install -m 755 $(FRONTEND_TOOLS:%=$(BUILD)/frontend/%) $(BUILD)/erbium-replay $(DESTDIR)$(PREFIX)/bin
	install -d $(DESTDIR)$(PREFIX)/share/man/man1
	install -m 644 $(MANUALS:%=$(BUILD)/man/%) $(DESTDIR)$(PREFIX)/share/man/man1
	install -D -m 644 runtime/gdb.py $(DESTDIR)$(PREFIX)/share/erbium/gdb.py
	$(foreach v,$(GCC_RELEASES),install -D -m 755 $(BUILD)/plugin/gcc-$(v)/erbium.so $(call plugin_folder,$(v))/erbium.so &&) :

# What is empty then goes as well: folders below DESTDIR, or PREFIX and what is in it.
# /usr and /usr/local and their bin, lib, include and share/man stay in any case.
PLUGIN_FOLDERS := $(patsubst %/,%,$(dir $(INSTALLED_PLUGINS)))
MADE           := $(LIBDIR)/pkgconfig $(INCDIR)/erbium $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/share/man/man1 \
                  $(DESTDIR)$(PREFIX)/share/erbium
ifneq ($(DESTDIR),)
EMPTY_FROM     := $(DESTDIR)
MADE           := $(MADE) $(PLUGIN_FOLDERS)
else ifneq ($(filter /usr /usr/local,$(PREFIX)),)
EMPTY_FROM     := $(PREFIX)/lib $(PREFIX)/include $(PREFIX)/bin $(PREFIX)/share/man $(PREFIX)/share
else
EMPTY_FROM     := $(dir $(abspath $(PREFIX)))
endif

uninstall:
	rm -f $(INSTALLED_LIBRARIES) $(INSTALLED_HEADERS) $(INSTALLED_TOOLS) $(INSTALLED_PLUGINS)
	@$(if $(PLUGINDIR),rmdir $(PLUGIN_FOLDERS) $(DESTDIR)$(PLUGINDIR)) 2>/dev/null; :
	@for from in $(abspath $(EMPTY_FROM)); do for made in $(abspath $(MADE)); do \
	  case $$made in $$from/*) cd $$from && rmdir -p $${made#$$from/};; esac; done; done 2>/dev/null; :

.PHONY: install install-lib uninstall
