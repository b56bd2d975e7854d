# SPDX-License-Identifier: MIT
# deb.mk - make deb: packages for Debian, in $(BUILD)/deb.
#
#   make deb                          with a plugin package for each GCC that has its plugin headers
#   make deb GCC_RELEASES=14
#   sudo apt install ./build/deb/*.deb
#
# The packages contain what make install installs below /usr, and the documentation.  Included by
# install.mk, which sets TO and the other folders.

DEB_OUT    := $(BUILD)/deb
# Who builds the packages; DEBFULLNAME and DEBEMAIL are the variables of Debian's own tools.
DEB_MAKER   = $(or $(DEBFULLNAME),Erbium authors) <$(or $(DEBEMAIL),authors@erbium.invalid)>
# All times in the packages are that of the sources, so the same sources give the same packages.
SOURCE_TIME = $(or $(SOURCE_DATE_EPOCH),$(shell git log -1 --format=%ct 2>/dev/null \
                || date -r docs/changelog.md +%s))

deps-deb: ; @sh testsuite/deps.sh $(DEPS_BUILD) $(DEPS_DEB)

# deps-deb may install a release of GCC after make has looked for them.
deb: deps-deb
	@$(MAKE) --no-print-directory $(BUILD_JOBS) all
	@$(MAKE) --no-print-directory packages

packages: export MAKER = $(DEB_MAKER)
packages: all
	@rm -rf $(DEB_OUT)
	@$(MAKE) --no-print-directory -s install DESTDIR=$(DEB_OUT)/debian/tmp PREFIX=/usr PARTITION_RPATH= PLUGINDIR=
	@SOURCE_DATE_EPOCH=$(SOURCE_TIME) \
	  sh runtime/install/deb/packages.sh $(DEB_OUT) $(VERSION) $(GCC_RELEASES)

.PHONY: deps-deb deb packages
