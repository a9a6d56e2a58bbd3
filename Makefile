# What a person does with this project; each target sets up what it needs.
PREFIX ?= /usr/local
SWIFT ?= swift
# How the release is built is measured: each of these is a part of the start or of a key (docs/decisions/build.md).
STATIC := $(CURDIR)/.build/static
# Those of the flags that this compiler takes. No check of Swift is turned off: what is shipped is what is tested.
FLAGS = $(shell Scripts/compiler-flags $(SWIFT))
# What only lld does.
LLD = $(findstring -use-ld=lld,$(FLAGS))
# Relocations in a bit each instead of 24 bytes, which glibc takes from 2.36 on.
PACKED = $(if $(LLD),$(PACKING))
PACKING = $(shell getconf GNU_LIBC_VERSION 2>/dev/null | \
  awk '{ split($$2, v, "."); if (v[1] > 2 || v[2] >= 36) print "-Xlinker --pack-dyn-relocs=relr" }')
# A static program maps the pages that it relocates before it does (Sources/CEndless/Entry.c).
ENTRY = $(if $(filter x86_64,$(shell uname -m)),-Xlinker -e -Xlinker endless_entry)
# Without any library to load where the system's C library is there as an archive.
LINKING = $(if $(wildcard $(shell cc -print-file-name=libc.a)),\
  -Xswiftc -static-executable -Xswiftc -Xclang-linker -Xswiftc -static-pie $(ENTRY) $(PACKED),--static-swift-stdlib)
# The functions in the order of their use, where `make release` has written it down.
ORDER := $(CURDIR)/.build/function-order
ORDERING = $(if $(LLD),$(if $(wildcard $(ORDER)),\
  -Xlinker --symbol-ordering-file=$(ORDER) -Xlinker --no-warn-symbol-ordering))
# endless-connect loads the system's C library, which starts a program with packed relocations only where the linker notes
# that it has them. `PACKING=` on the command line leaves them as they were, for machines with an older glibc than this one.
CONNECTING = -Xlinker --no-export-dynamic $(if $(LLD),-use-ld=lld $(if $(PACKED),-Xlinker -z -Xlinker pack-relative-relocs) $(ORDERING))
CONFIGURATION = -c release $(LINKING) --disable-local-rpath $(FLAGS) \
  -Xswiftc -L$(STATIC) -Xswiftc -Xclang-linker -Xswiftc -static-libgcc \
  -Xlinker --no-export-dynamic $(ORDERING)
PROGRAM := .build/release/endless
TIMELINE := $(PROGRAM)-timeline
CONNECT := $(PROGRAM)-connect
DEBUG_INFO ?= none
# Tests that run hold SwiftPM's lock, which they do not need.
SIDE_BY_SIDE = $(MAKE) --no-print-directory --jobs=2 --output-sync=target LOCK=--ignore-lock
SEED ?= 1
STEPS ?= 1000000
INPUTS ?= 1000000
SOURCES := Package.swift $(shell find Sources -type f 2>/dev/null)
FORMAT := $(SWIFT) format
FORMATTED := Package.swift Sources Tests Benchmarks/Package.swift Benchmarks/Sources
LIBRARIES := Paging PagingTesting Terminal TableUI EventLoop NCursesTerminal SQLSources GRDBSources ByteStores Search Records Answers FileSources CommandSources HTTPSources SpilledSources SpilledJSON Pictures
DOCUMENTATION := .build/documentation
# What is measured is what is installed.
INSTALLED := $(CURDIR)/Benchmarks/.build/installed
PLAIN := $(CURDIR)/Benchmarks/.build/plain
BENCHMARKS := $(SWIFT) build --package-path Benchmarks -c release --product benchmarks

# Where the man pages and the completions of shells are installed.
SHARE = $(PREFIX)/share
ZSH_COMPLETIONS ?= $(SHARE)/zsh/site-functions
MAN_PAGES := endless.1 endless-timeline.1

# The one place of the version; Scripts/make-deb and Scripts/make-tarball get it from here.
VERSION := $(shell sed -n 's/.*static let version = "\(.*\)"/\1/p' Sources/Programs/Running/Program.swift)
PACKAGES := .build/packages

.PHONY: manuals messages uninstall deb tarball check-packages demo demo-http demo-postgres ssh-demo test build e2e unit fuzz mutate bench lint format layers docs install release clean \
  set-up check-install walk tests run-unit run-e2e build-all fuzz-seeds fuzz-painters hostile pictures

demo: $(PROGRAM) ## Open the sample timeline.
	@exec $(PROGRAM)

demo-http: $(PROGRAM) ## Open the sample timeline over HTTP, from a service with 100 ms of latency.
	$(SWIFT) build --product SampleAPI
	@Scripts/demo-http $(PROGRAM) .build/debug/SampleAPI

demo-postgres: $(PROGRAM) ## Open a server of PostgreSQL with a million sample rows; ROWS=… for more or fewer.
	@Scripts/set-up --postgres
	@ROWS="$(ROWS)" Scripts/demo-postgres $(CONNECT)

ssh-demo: $(PROGRAM) ## Serve the sample timeline over SSH, to this machine; PORT=… (2222).
	@exec Scripts/ssh-demo

build: $(PROGRAM) ## Build the program with the flags of a release.

release: ## Build the program as a release has it, with its functions in the order of their use; some five minutes.
	@rm -f $(ORDER) $(PROGRAM)
	@$(MAKE) --no-print-directory build
	@Scripts/set-up --release
	@Scripts/function-order $(PROGRAM) $(ORDER)
	@$(MAKE) --no-print-directory build

$(PROGRAM): $(SOURCES) $(wildcard $(ORDER))
	@Scripts/set-up
	@Scripts/static-libraries $(STATIC)
	$(SWIFT) build $(CONFIGURATION) $(LOCK) --product endless
	$(SWIFT) build $(CONFIGURATION) $(LOCK) --product endless-timeline
	$(SWIFT) build $(CONFIGURATION) $(LOCK) --product endless-connect
	@Scripts/link-connect "$(dir $(shell command -v $(SWIFT)))swiftc" .build/release $(STATIC) $(CONNECTING) || \
	  { rm -f $(PROGRAM); exit 1; }
	@touch $(PROGRAM)

# The unit tests leave a processor to the release builds. Nothing is built beside the end-to-end tests: their deadlines
# are for a machine that only runs them.
test: lint layers tests ## Set up, then check everything.
	@$(SIDE_BY_SIDE) run-unit build-all
	@$(MAKE) --no-print-directory libraries check-install
	@$(SIDE_BY_SIDE) run-e2e walk

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

# Built as the tests are, so that nothing is compiled twice.
MANUALS = $(SWIFT) build --product make-manuals $(TESTED) >&2 && .build/debug/make-manuals
TESTED = -debug-info-format $(DEBUG_INFO) $(if $(LLD),-Xswiftc -use-ld=lld)

format: ## Format all code in place.
	$(FORMAT) --in-place --parallel --recursive $(FORMATTED)

layers: ## Check that no lower module knows a higher one.
	@Scripts/check-layers

docs: set-up ## Make the libraries' documentation, and check that nothing public lacks it.
	rm -rf $(DOCUMENTATION)
	ENDLESS_DOCUMENTATION=1 $(SWIFT) package --allow-writing-to-directory $(DOCUMENTATION) generate-documentation \
	  $(LIBRARIES:%=--target %) --enable-experimental-combined-documentation \
	  --warnings-as-errors --output-path $(DOCUMENTATION)
	@Scripts/check-documentation $(LIBRARIES)

# Without what a debugger needs, which is a sixth of the time.
tests: set-up
	$(SWIFT) build --build-tests $(TESTED)
	@Scripts/api-digest --check $(LIBRARIES)

api: ## Write the libraries' public symbols to docs/api; build the tests before.
	@Scripts/api-digest $(LIBRARIES)

libraries: set-up ## Build packages outside the checkout that use the libraries, as committed.
	@SWIFT="$(SWIFT)" Scripts/check-libraries

unit: tests ## Run the unit and screen tests.
	@$(MAKE) --no-print-directory run-unit

# One at a time: many at once take turns on the main thread until the last ones are out of time.
run-unit:
	SWIFT="$(SWIFT)" Scripts/run-tests --no-parallel --skip-build --ignore-lock --skip EndToEndTests

build-all: build
	$(SWIFT) build $(CONFIGURATION) $(LOCK) --product fuzz

walk: set-up ## Walk the engine at random for a million steps, and try what anybody may send.
	@$(MAKE) --no-print-directory fuzz INPUTS=20000 STEPS=1000000 SEED=1

fuzz: $(PROGRAM) ## Walk the engine for STEPS steps, feed filter, widths, keys and records INPUTS inputs; SEED decides all.
	$(SWIFT) build $(CONFIGURATION) $(LOCK) --product fuzz
	@.build/release/fuzz --seed $(SEED) --steps $(STEPS) --inputs $(INPUTS)
	@Scripts/compare-records $(PROGRAM)

fuzz-painters: tests ## Show random frames of both painters on models of terminals, from WALKS seeds each (200).
	ENDLESS_WALKS=$(or $(WALKS),200) SWIFT="$(SWIFT)" Scripts/run-tests --no-parallel --skip-build --ignore-lock --filter NCursesTerminalTests

fuzz-seeds: ## Walk the engine for STEPS steps each from SEEDS seeds that the clock draws.
	$(SWIFT) build $(CONFIGURATION) --product fuzz
	@Scripts/fuzz-seeds .build/release/fuzz $(or $(SEEDS),100) $(STEPS)

hostile: $(PROGRAM) ## Limits, floods and resizes that an adversary tried; some three minutes.
	@Scripts/hostile $(PROGRAM)

mutate: ## Break the rules of paging one by one; tests must fail. NAME=… for some.
	@SWIFT="$(SWIFT)" Scripts/mutate "$(NAME)"

bench: ## Measure the release beside less and others; writes BENCHMARKS.md. QUICK=1, ONLY=start, FILES=folder.
	@Benchmarks/install-viewers
	$(BENCHMARKS)
	@rm -f $(ORDER) $(PROGRAM)
	@$(MAKE) --no-print-directory --silent install DESTDIR= PREFIX="$(PLAIN)"
	@$(MAKE) --no-print-directory release
	@$(MAKE) --no-print-directory --silent install DESTDIR= PREFIX="$(INSTALLED)"
	$(SWIFT) build -c release --product SampleAPI
	@Benchmarks/.build/release/benchmarks --program "$(INSTALLED)/bin/endless" --plain "$(PLAIN)/bin/endless" \
	  --files "$(or $(FILES),$(CURDIR)/Benchmarks/.build/files)" --report BENCHMARKS.md \
	  --ssh-demo $(CURDIR)/Scripts/ssh-demo --service $(CURDIR)/.build/release/SampleAPI $(if $(QUICK),--quick) $(if $(ONLY),--only $(ONLY))

pictures: $(PROGRAM) ## Draw docs/pictures; OTHERS=1 also those of lnav, bat and tig, where installed.
	$(SWIFT) build --product Origins
	@Scripts/pictures $(if $(OTHERS),--others)

e2e: tests check-install ## Run the built program in pseudo-terminals.
	@$(MAKE) --no-print-directory run-e2e

# All at once would take turns until a deadline of one of them is over.
run-e2e:
	ENDLESS_PROGRAM=$(CURDIR)/$(PROGRAM) SWIFT="$(SWIFT)" Scripts/run-tests --skip-build --ignore-lock --filter EndToEndTests \
	  --experimental-maximum-parallelization-width 8
	ENDLESS_PROGRAM=$(CURDIR)/Scripts/endless-direct SWIFT="$(SWIFT)" Scripts/run-tests --skip-build --ignore-lock --filter $(SCREENS) \
	  --experimental-maximum-parallelization-width 8

# The tests that look at a screen, which run once more with the other painter.
SCREENS := 'EndToEndTests.*(ScrolledScreen|Resize|Pager|TextOpening|LargeText|Column|ColumnMouse|Moving|Refresh|TypedAhead)Tests'

check-install: $(PROGRAM) ## Check that what is installed needs nothing of the checkout.
	@Scripts/check-install

# Copied after it was stripped: what strip writes piece by piece, the system keeps in small pieces, and a start maps more
# of them (docs/decisions/build.md).
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

# With the order of functions of `make release`, which takes some minutes the first time.
$(ORDER):
	@$(MAKE) --no-print-directory release

deb: $(ORDER) $(PROGRAM) ## Make a package for Debian in .build/packages; PACKING= for a glibc before 2.36.
	@Scripts/set-up --packages
	@Scripts/make-deb $(VERSION) $(PACKAGES)

tarball: $(ORDER) $(PROGRAM) ## Make a tarball for any Linux of this architecture in .build/packages.
	@Scripts/make-tarball $(VERSION) $(PACKAGES)

check-packages: deb tarball ## Install the packages in a bare root, use them and remove them; needs root and a network.
	@Scripts/check-packages $(VERSION) $(PACKAGES)

clean: ## Remove what was built.
	rm -rf .build

set-up:
	@Scripts/set-up --tests
