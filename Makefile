# Builds, tests and installs the project. On Debian, most targets first install the packages that they need.
PREFIX ?= /usr/local
SWIFT ?= swift
# The settings of the release build. docs/decisions/build.md gives their measured effects on the time of a startup and of
# a key.
STATIC := $(CURDIR)/.build/static
# The release flags that this compiler accepts. They disable none of Swift's runtime checks.
FLAGS = $(shell Scripts/compiler-flags $(SWIFT))
# Not empty if the linker is lld; some settings below need lld.
LLD = $(findstring -use-ld=lld,$(FLAGS))
# A packed relocation takes about one bit instead of 24 bytes; glibc supports packed relocations since version 2.36.
PACKED = $(if $(LLD),$(PACKING))
PACKING = $(shell getconf GNU_LIBC_VERSION 2>/dev/null | \
  awk '{ split($$2, v, "."); if (v[1] > 2 || v[2] >= 36) print "-Xlinker --pack-dyn-relocs=relr" }')
# On x86-64, a static program begins with this function, which maps memory pages before they are relocated
# (Sources/CEndless/Entry.c).
ENTRY = $(if $(filter x86_64,$(shell uname -m)),-Xlinker -e -Xlinker endless_entry)
# The program is linked statically if the system's C library is available as an archive; otherwise it loads the C library.
LINKING = $(if $(wildcard $(shell cc -print-file-name=libc.a)),\
  -Xswiftc -static-executable -Xswiftc -Xclang-linker -Xswiftc -static-pie $(ENTRY) $(PACKED),--static-swift-stdlib)
# The order of the functions in the program, if `make release` has written this file.
ORDER := $(CURDIR)/.build/function-order
ORDERING = $(if $(LLD),$(if $(wildcard $(ORDER)),\
  -Xlinker --symbol-ordering-file=$(ORDER) -Xlinker --no-warn-symbol-ordering))
# The profile of the program, if `make release` has written this file. With the second flag, the compiler writes all object
# files; without it, the compiler would keep an object file if only the profile has changed.
PROFILE := $(CURDIR)/.build/profile
PROFILING = $(if $(shell ls $(PROFILE) 2>/dev/null),-Xswiftc -Xfrontend -Xswiftc -ir-profile-use=$(PROFILE) \
  -Xswiftc -Xfrontend -Xswiftc -disable-incremental-llvm-codegen)
# The time of this file is that of the last complete `make release`.
RELEASED := $(CURDIR)/.build/released
# endless-connect loads the system's glibc, which starts a program with packed relocations only if the linker has marked
# the program. `PACKING=` on the command line turns packing off, for machines with an older glibc than this one.
CONNECTING = -Xlinker --no-export-dynamic $(if $(LLD),-use-ld=lld $(if $(PACKED),-Xlinker -z -Xlinker pack-relative-relocs) $(ORDERING))
CONFIGURATION = -c release $(LINKING) --disable-local-rpath $(FLAGS) $(PROFILING) \
  -Xswiftc -L$(STATIC) -Xswiftc -Xclang-linker -Xswiftc -static-libgcc \
  -Xlinker --no-export-dynamic $(ORDERING)
PROGRAM := .build/release/endless
TIMELINE := $(PROGRAM)-timeline
CONNECT := $(PROGRAM)-connect
DEBUG_INFO ?= none
# Runs two targets at a time. Builds ignore SwiftPM's lock, because running tests hold the lock without needing it.
SIDE_BY_SIDE = $(MAKE) --no-print-directory --jobs=2 --output-sync=target LOCK=--ignore-lock
SEED ?= 1
STEPS ?= 1000000
INPUTS ?= 1000000
SOURCES := Package.swift $(shell find Sources -type f 2>/dev/null)
FORMAT := $(SWIFT) format
FORMATTED := Package.swift Sources Tests Benchmarks/Package.swift Benchmarks/Sources
# The test modules; the longest ones come first, so that the last two end at about the same time.
LONG_TESTS := ViewersTests FileSourcesTests HTTPSourcesTests PostgresTests PagingTests ByteStoresTests
UNIT_TESTS := $(LONG_TESTS) $(filter-out EndToEndTests $(LONG_TESTS),$(notdir $(wildcard Tests/*Tests)))
LIBRARIES := Paging PagingTesting Terminal TableUI EventLoop NCursesTerminal SQLSources GRDBSources ByteStores Search Records Answers FileSources CommandSources HTTPSources SpilledSources SpilledJSON Pictures
DOCUMENTATION := .build/documentation
# `make bench` installs the programs into these folders, and measures the installed programs.
INSTALLED := $(CURDIR)/Benchmarks/.build/installed
PLAIN := $(CURDIR)/Benchmarks/.build/plain
BENCHMARKS := $(SWIFT) build --package-path Benchmarks -c release --product benchmarks

# The folders into which man pages and shell completions are installed.
SHARE = $(PREFIX)/share
ZSH_COMPLETIONS ?= $(SHARE)/zsh/site-functions
MAN_PAGES := endless.1 endless-timeline.1

# The version, read from the source; it is passed to the scripts that make and check packages.
VERSION := $(shell sed -n 's/.*static let version = "\(.*\)"/\1/p' Sources/Programs/Running/Program.swift)
PACKAGES := .build/packages

.PHONY: manuals messages uninstall deb tarball check-packages demo demo-http demo-postgres ssh-demo test build e2e unit fuzz mutate bench lint format layers docs install release clean \
  set-up unprofiled profiled check-install walk tests run-unit run-e2e build-all fuzz-seeds fuzz-painters hostile pictures

demo: $(PROGRAM) ## Open the sample timeline.
	@exec $(PROGRAM)

demo-http: $(PROGRAM) ## Open the sample timeline over HTTP, from a service with 100 ms of latency.
	$(SWIFT) build --product SampleAPI
	@Scripts/demo-http $(PROGRAM) .build/debug/SampleAPI

demo-postgres: $(PROGRAM) ## Open a PostgreSQL server with a million sample rows; ROWS=… sets another number.
	@Scripts/set-up --postgres
	@ROWS="$(ROWS)" Scripts/demo-postgres $(CONNECT)

ssh-demo: $(PROGRAM) ## Serve the sample timeline over SSH to this machine; PORT=… sets the port (default: 2222).
	@exec Scripts/ssh-demo

build: $(PROGRAM) ## Build the program with the flags of a release.

release: ## Build the release, with its code arranged by use; takes about 20 minutes.
	@Scripts/set-up --release
	@$(MAKE) --no-print-directory unprofiled
	@$(MAKE) --no-print-directory profiled
	@$(MAKE) --no-print-directory build
	@Scripts/function-order $(PROGRAM) $(ORDER)
	@$(MAKE) --no-print-directory build
	@touch $(RELEASED)

# Deletes the profile, and the object files that were compiled with it, because the compiler would keep them in a build
# without a profile.
unprofiled:
	@if [ -e $(PROFILE) ] && [ -d .build/release ]; then find -H .build/release -name '*.swift.o' -delete; fi
	@rm -f $(PROFILE) $(ORDER) $(RELEASED) $(PROGRAM)

profiled:
	@Scripts/static-libraries $(STATIC)
	@Scripts/profile $(PROFILE) $(SWIFT) build $(CONFIGURATION)

$(PROGRAM): $(SOURCES) $(wildcard $(ORDER) $(PROFILE))
	@Scripts/set-up
	@Scripts/static-libraries $(STATIC)
	$(SWIFT) build $(CONFIGURATION) $(LOCK) --product endless
	$(SWIFT) build $(CONFIGURATION) $(LOCK) --product endless-timeline
	$(SWIFT) build $(CONFIGURATION) $(LOCK) --product endless-connect
	@Scripts/link-connect "$(dir $(shell command -v $(SWIFT)))swiftc" .build/release $(STATIC) $(CONNECTING) || \
	  { rm -f $(PROGRAM); exit 1; }
	@touch $(PROGRAM)

# The release is built and checked while the unit tests run, because they leave a processor idle. Nothing is compiled
# during the end-to-end tests, because their deadlines do not allow for a build on the same machine.
test: lint layers tests ## Install missing packages, then run the checks that each change must pass.
	@$(SIDE_BY_SIDE) checked-release run-unit
	@$(SIDE_BY_SIDE) run-e2e walk

checked-release:
	@$(MAKE) --no-print-directory build-all
	@$(MAKE) --no-print-directory libraries check-install

lint: set-up ## Check the format, the words, the list of mutations, the man pages and the completions.
	@Scripts/check-words
	@Scripts/mutate --check
	@$(MANUALS) --check Assets
	@Scripts/lint-man $(MAN_PAGES:%=Assets/man/%)
	$(FORMAT) lint --strict --parallel --recursive $(FORMATTED)

messages: ## List all texts that users see, to be reviewed as one list.
	@Scripts/messages

manuals: set-up ## Write the man pages and the completions, from the tables of options and keys.
	@$(MANUALS) Assets

# make-manuals is built with the flags of the tests, so that no module is compiled twice.
MANUALS = $(TESTED) --product make-manuals >&2 && .build/debug/make-manuals
# With the variable, the manifest lets the compiler optimize the modules that the tests run most.
TESTED = ENDLESS_OPTIMIZED=1 $(SWIFT) build -debug-info-format $(DEBUG_INFO) $(if $(LLD),-Xswiftc -use-ld=lld)

format: ## Format all code in place.
	$(FORMAT) --in-place --parallel --recursive $(FORMATTED)

layers: ## Check that no module imports a module from a higher layer.
	@Scripts/check-layers

docs: set-up ## Write the documentation of the libraries, and check that every public symbol is documented.
	rm -rf $(DOCUMENTATION)
	ENDLESS_DOCUMENTATION=1 $(SWIFT) package --allow-writing-to-directory $(DOCUMENTATION) generate-documentation \
	  $(LIBRARIES:%=--target %) --enable-experimental-combined-documentation \
	  --warnings-as-errors --output-path $(DOCUMENTATION)
	@Scripts/check-documentation $(LIBRARIES)

# The tests are built without debug information, because debug information takes a sixth of the build time.
tests: set-up
	$(TESTED) --build-tests
	@Scripts/api-digest --check $(LIBRARIES)

api: ## Write the libraries' public symbols to docs/api; build the tests first.
	@Scripts/api-digest $(LIBRARIES)

libraries: set-up ## Build packages outside the checkout that use the libraries, as committed.
	@SWIFT="$(SWIFT)" Scripts/check-libraries

unit: tests ## Run the unit and screen tests.
	@$(MAKE) --no-print-directory run-unit

# Each test module has a process, so that two of them can run at a time. Within a process, the tests run one at a time,
# because parallel tests share the main thread, and the last ones would exceed their time limits.
run-unit: $(UNIT_TESTS:%=run-unit-%)

run-unit-%:
	@Scripts/run-tests --module $* --no-parallel

build-all: build
	$(SWIFT) build $(CONFIGURATION) $(LOCK) --product fuzz

walk: set-up ## Test the engine with a million random steps, and the readers of untrusted input with 20,000 random inputs each.
	@$(MAKE) --no-print-directory fuzz INPUTS=20000 STEPS=1000000 SEED=1

fuzz: $(PROGRAM) ## Test the engine with STEPS random steps, and text, keys and records with INPUTS random inputs each; SEED sets the seed.
	$(SWIFT) build $(CONFIGURATION) $(LOCK) --product fuzz
	@.build/release/fuzz --seed $(SEED) --steps $(STEPS) --inputs $(INPUTS)
	@Scripts/compare-records $(PROGRAM)

fuzz-painters: tests ## Test both painters with random frames on simulated terminals, from WALKS seeds each (default: 200).
	ENDLESS_WALKS=$(or $(WALKS),200) SWIFT="$(SWIFT)" Scripts/run-tests --no-parallel --skip-build --ignore-lock --filter NCursesTerminalTests

fuzz-seeds: ## Test the engine with STEPS random steps from each of SEEDS seeds (default: 100), which are taken from the clock.
	$(SWIFT) build $(CONFIGURATION) --product fuzz
	@Scripts/fuzz-seeds .build/release/fuzz $(or $(SEEDS),100) $(STEPS)

hostile: $(PROGRAM) ## Test the program with resource limits and with floods of keys and resizes; takes about three minutes.
	@Scripts/hostile $(PROGRAM)

mutate: ## Break the paging rules one by one, and check that a test fails for each; NAME=… selects some rules.
	@SWIFT="$(SWIFT)" Scripts/mutate "$(NAME)"

bench: ## Compare the release with less and others, and write BENCHMARKS.md; QUICK=1 or ONLY=start measures less.
	@Benchmarks/install-viewers
	$(BENCHMARKS)
	@$(MAKE) --no-print-directory unprofiled
	@$(MAKE) --no-print-directory --silent install DESTDIR= PREFIX="$(PLAIN)"
	@$(MAKE) --no-print-directory release
	@$(MAKE) --no-print-directory --silent install DESTDIR= PREFIX="$(INSTALLED)"
	$(SWIFT) build -c release --product SampleAPI
	@Benchmarks/.build/release/benchmarks --program "$(INSTALLED)/bin/endless" --plain "$(PLAIN)/bin/endless" \
	  --files "$(or $(FILES),$(CURDIR)/Benchmarks/.build/files)" --report BENCHMARKS.md \
	  --ssh-demo $(CURDIR)/Scripts/ssh-demo --service $(CURDIR)/.build/release/SampleAPI $(if $(QUICK),--quick) $(if $(ONLY),--only $(ONLY))

pictures: $(PROGRAM) ## Draw docs/pictures; OTHERS=1 also draws lnav, bat and tig if they are installed.
	$(SWIFT) build --product Origins
	@Scripts/pictures $(if $(OTHERS),--others)

e2e: tests check-install ## Run the end-to-end tests, which use the built programs in pseudo-terminals.
	@$(MAKE) --no-print-directory run-e2e

# At most eight tests run at a time, because more of them would delay each other beyond their deadlines.
run-e2e:
	ENDLESS_PROGRAM=$(CURDIR)/$(PROGRAM) SWIFT="$(SWIFT)" Scripts/run-tests --skip-build --ignore-lock --filter EndToEndTests \
	  --experimental-maximum-parallelization-width 8
	ENDLESS_PROGRAM=$(CURDIR)/Scripts/endless-direct SWIFT="$(SWIFT)" Scripts/run-tests --skip-build --ignore-lock --filter $(SCREENS) \
	  --experimental-maximum-parallelization-width 8

# Tests that examine a screen; `run-e2e` runs them again with the direct painter.
SCREENS := 'EndToEndTests.*(ScrolledScreen|Resize|Pager|TextOpening|LargeText|Column|ColumnMouse|Moving|Refresh|TypedAhead)Tests'

check-install: $(PROGRAM) ## Check that the installed programs need no file of the checkout.
	@Scripts/check-install

# Each program is stripped before it is copied, because strip writes a file in small pieces. The page cache would keep
# these small pieces, and a page fault would map less of the program (docs/decisions/build.md).
install: $(PROGRAM) ## Install under PREFIX, without symbols.
	install -d "$(DESTDIR)$(PREFIX)/bin" "$(DESTDIR)$(PREFIX)/libexec/endless" \
	  "$(DESTDIR)$(PREFIX)/share/endless/timeline/pictures"
	@stripped=$$(mktemp -d) && trap 'rm -rf "$$stripped"' EXIT && \
	  strip -o "$$stripped/endless" $(PROGRAM) && strip -o "$$stripped/endless-timeline" $(TIMELINE) && \
	  strip -o "$$stripped/endless-connect" $(CONNECT) && \
	  install -m 755 "$$stripped/endless" "$(DESTDIR)$(PREFIX)/bin/" && \
	  install -m 755 "$$stripped/endless-timeline" "$$stripped/endless-connect" "$(DESTDIR)$(PREFIX)/libexec/endless/"
	install -m 644 LICENSE NOTICES.md "$(DESTDIR)$(PREFIX)/share/endless/"
	install -m 644 Assets/timeline/posts.json "$(DESTDIR)$(PREFIX)/share/endless/timeline/"
	install -m 644 Assets/timeline/pictures/* "$(DESTDIR)$(PREFIX)/share/endless/timeline/pictures/"
	install -d "$(DESTDIR)$(SHARE)/man/man1" "$(DESTDIR)$(SHARE)/bash-completion/completions" \
	  "$(DESTDIR)$(ZSH_COMPLETIONS)" "$(DESTDIR)$(SHARE)/fish/vendor_completions.d"
	install -m 644 $(MAN_PAGES:%=Assets/man/%) "$(DESTDIR)$(SHARE)/man/man1/"
	install -m 644 Assets/completions/endless.bash "$(DESTDIR)$(SHARE)/bash-completion/completions/endless"
	install -m 644 Assets/completions/_endless "$(DESTDIR)$(ZSH_COMPLETIONS)/"
	install -m 644 Assets/completions/endless.fish "$(DESTDIR)$(SHARE)/fish/vendor_completions.d/"

uninstall: ## Remove what `make install` has installed under PREFIX.
	rm -f "$(DESTDIR)$(PREFIX)/bin/endless" $(MAN_PAGES:%="$(DESTDIR)$(SHARE)/man/man1/%") \
	  "$(DESTDIR)$(SHARE)/bash-completion/completions/endless" "$(DESTDIR)$(ZSH_COMPLETIONS)/_endless" \
	  "$(DESTDIR)$(SHARE)/fish/vendor_completions.d/endless.fish"
	rm -rf "$(DESTDIR)$(PREFIX)/libexec/endless" "$(DESTDIR)$(SHARE)/endless"

# The packages contain the program of `make release`, which is built again if the sources have changed.
$(RELEASED): $(SOURCES)
	@$(MAKE) --no-print-directory release

deb: $(RELEASED) ## Make a Debian package in .build/packages; PACKING= makes it run with a glibc before 2.36.
	@Scripts/set-up --packages
	@Scripts/make-deb $(VERSION) $(PACKAGES)

tarball: $(RELEASED) ## Make a tarball for any Linux of this architecture in .build/packages.
	@Scripts/make-tarball $(VERSION) $(PACKAGES)

check-packages: deb tarball ## Install the packages in a bare root, use them and remove them; needs root and a network.
	@Scripts/check-packages $(VERSION) $(PACKAGES)

clean: ## Remove the build folder.
	rm -rf .build

set-up:
	@Scripts/set-up --tests
