# Everything there is to do with this project. 'make' alone explains itself.
# GNU make 4.3, bash, and Swift 6.2 or later; the targets install what else they need.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.NOTPARALLEL:

PREFIX ?= /usr/local
DESTDIR ?=
# Given on to the program (run), the benchmark (bench), or a script (test, flaky, coverage, mutants).
ARGS ?=
# Runs only the tests whose name matches (test, snap, sanitize).
FILTER ?=
SANITIZERS ?= thread address
TEST_VENV ?= .build/venv

# A warning is an error in every debug build, so that run, check and test share one build folder.
export EXPLORER_STRICT := 1
SWIFT_SOURCES := Sources Demo Benchmarks Fuzz Tests Examples Package.swift
# Users build releases, and a newer compiler of theirs may warn of new things: there a warning is a warning.
# No library beside the program is loaded, addresses of functions are fixed before it runs, and C checks its stack. Here and not in Package.swift:
# flags there would keep other packages from using NetLayer. _FORTIFY_SOURCE stands there, with the C target that needs it.
HARDENING := --disable-local-rpath -Xswiftc -no-toolchain-stdlib-rpath -Xlinker -z -Xlinker relro -Xlinker -z -Xlinker now \
	-Xcc -fstack-protector-strong
# Half of the file that Swift's defaults link: docs/decisions/build.md, "The release is linked small". 'main' is no table of ICU, so none is
# linked.
SMALL := -Xswiftc -use-ld=lld -Xlinker --no-export-dynamic -Xlinker -z -Xlinker pack-relative-relocs -Xlinker --defsym=icudt76_dat=main
# The debug builds that share .build.
DEBUG := scripts/swift-build.sh
RELEASE := env -u EXPLORER_STRICT swift build -c release --static-swift-stdlib $(HARDENING) $(SMALL)
RELEASE_BIN := .build/release
# A hung backtracer must not hang a test run.
TEST_ENVIRONMENT := SWIFT_BACKTRACE=enable=no TEST_VENV="$(abspath $(TEST_VENV))"
# Beside the programs of the debug build, and in a folder of its own. It holds no figure to its limit.
BENCH_SMOKE := env -u EXPLORER_BINARY -u EXPLORER_DEMO .build/debug/bench --smoke
TEST_FILTER := $(if $(FILTER),--filter '$(FILTER)')

BIN := $(DESTDIR)$(PREFIX)/bin
SHARE := $(DESTDIR)$(PREFIX)/share
PROGRAMS := explorer explorer-demo

.PHONY: help run build release hardening test test-build nightly check lint messages format snap bench bench-smoke bench-failover bench-live peers verify-bars sanitize sanitize-all flaky coverage mutants soak fuzz docs api outside install uninstall clean doctor deps deps-build deps-test test-servers

help: ## Show this list
	@echo "explorer: a terminal program for exploring HTTP APIs"
	@echo
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-15s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: deps-build ## Build, then open the program on its demo (ARGS="openapi.json" for something else)
	@$(DEBUG) --product explorer-demo
	@$(DEBUG) --product explorer
	@exec .build/debug/explorer $(or $(ARGS),demo)

build: deps-build ## Build all programs in .build-debug, with data for debuggers
	@swift build --scratch-path .build-debug

release: deps-build ## Build both programs for release, with Swift's libraries linked in
	@for program in $(PROGRAMS); do $(RELEASE) --product "$$program"; done
	@scripts/hardening.py $(addprefix $(RELEASE_BIN)/,$(PROGRAMS)) > .build/hardening.tsv || { cat .build/hardening.tsv; exit 1; }

hardening: release ## Show how the programs of the release are linked; fails when a protection is missing
	@cat .build/hardening.tsv

test: test-build ## Run all tests and checks in lanes side by side, as CI does (FILTER=Canvas for some, ARGS="--slowest 40")
	@EXPLORER_SOAK_SECONDS=5 $(TEST_ENVIRONMENT) scripts/run-tests.py $(if $(FILTER),$(TEST_FILTER),--checks) $(ARGS)

# All that the tests start, and what the checks beside them need, in one planning; the servers are installed meanwhile.
test-build: deps-test
	@scripts/test-servers.sh "$(TEST_VENV)" & servers=$$!; trap 'kill $$servers 2>/dev/null || true' EXIT; $(DEBUG) --build-tests; wait $$servers

nightly: test-build ## The same tests with more seeds, kills and repetitions, and those of programs with the release: an hour
	@EXPLORER_NIGHTLY=1 EXPLORER_SOAK_SECONDS=300 $(TEST_ENVIRONMENT) scripts/run-tests.py $(if $(FILTER),$(TEST_FILTER),--checks) $(ARGS)
	@$(MAKE) --no-print-directory release
	@EXPLORER_BINARY="$(abspath $(RELEASE_BIN)/explorer)" $(TEST_ENVIRONMENT) scripts/run-tests.py --filter '$(or $(FILTER),EndToEndTests)' $(ARGS)

check: deps-build lint ## Check the format, warnings as errors, and the rules of the architecture
	@$(DEBUG) --build-tests
	@SWIFT_BACKTRACE=enable=no swift test --disable-xctest --skip-build --filter ArchitectureTests

lint:
	@swift format lint --strict --parallel --recursive --configuration .swift-format $(SWIFT_SOURCES)

messages: ## List all texts that users see in .build/MESSAGES.md, and print those that differ from main (SINCE=REV)
	@scripts/messages.py --since $(or $(SINCE),main)

format: ## Format all Swift files in place
	@swift format --in-place --parallel --recursive --configuration .swift-format $(SWIFT_SOURCES)

snap: deps-build ## Rewrite what is generated (.screen, docs/screens, docs/pictures, KEYS, NETLAYER, CHECK); read the diff
	@$(DEBUG) --build-tests
	@EXPLORER_SNAP=1 SWIFT_BACKTRACE=enable=no swift test --disable-xctest --skip-build --filter '$(or $(FILTER),ScreenTests.*ScreenTests|RequirementTests|CheckRuleTests|GoldenDescriptionTests)'

bench: deps-build ## Measure against the limits and write docs/PERFORMANCE.md (ARGS="--only list" writes nothing)
	@$(RELEASE) --product explorer-demo
	@$(RELEASE) --product explorer
	@$(RELEASE) --product bench
	@$(RELEASE_BIN)/bench --write docs/PERFORMANCE.md $(ARGS)

bench-smoke: deps-test ## Run every figure of the bench once, tiny: fails when one has no number (ARGS="--only list")
	@$(if $(BUILT),,for program in $(PROGRAMS) bench; do $(DEBUG) --product "$$program"; done)
	@$(BENCH_SMOKE) $(ARGS)

bench-failover: deps-build ## Simulate pools that fail over, write docs/FAILOVER.md; fails when a bar is missed (ARGS="--seed 7")
	@$(RELEASE) --product bench
	@$(RELEASE_BIN)/bench failover $(ARGS) | tee docs/FAILOVER.md

bench-live: deps-build ## Break real services behind NetLayer, nginx and HAProxy, ten minutes; fails when a bar is missed (ARGS=--quick)
	@$(RELEASE) --product explorer-demo
	@$(RELEASE) --product bench
	@$(RELEASE_BIN)/bench --live $(ARGS)

sanitize: deps-test ## Run NetLayer's tests under ThreadSanitizer and AddressSanitizer (SANITIZERS=thread for one, FILTER=)
	@for sanitizer in $(SANITIZERS); do \
		echo "$$sanitizer"; scripts/netpackage.py --sanitizer "$$sanitizer" $(TEST_FILTER); \
	done

sanitize-all: deps-test ## Run the tests of all modules under a sanitizer (SANITIZERS=address), without those of whole programs
	@for sanitizer in $(SANITIZERS); do \
		EXPLORER_SANITIZER=$$sanitizer $(TEST_ENVIRONMENT) swift test --disable-xctest --no-parallel $(TEST_FILTER) --sanitize=$$sanitizer \
			--scratch-path .build-$$sanitizer --skip EndToEndTests; \
	done

flaky: deps-test ## Run NetLayer's tests 20 times in other orders (ARGS="--seed 7 --runs 20 --socket-runs 5")
	@scripts/flaky.py $(ARGS)

coverage: deps-test ## Show which lines of NetLayer its tests run; at least 95 % of those outside Transport
	@scripts/coverage.py $(ARGS)

mutants: deps-test ## Break NetLayer in 20 places drawn by a seed: each time its tests must fail (ARGS="--seed 7 --count 20")
	@scripts/mutants.py $(ARGS)

soak: deps-test ## Send and cancel at random against a faulty server for 30 minutes (DURATION=60 for seconds, SEED=7)
	@EXPLORER_SOAK_SECONDS=$(or $(DURATION),1800) $(if $(SEED),EXPLORER_SOAK_SEED=$(SEED)) scripts/netpackage.py --filter SoakTests

fuzz: deps-build ## Feed the readers of foreign files with what libFuzzer invents, 60 s each (DURATION=600, ARGS="json yaml")
	@scripts/fuzz.py --seconds $(or $(DURATION),60) $(ARGS)

peers: deps-test ## Compare nine tasks with AsyncHTTPClient and write docs/dev/peers.md: lines, CPU, memory (ARGS="--rounds 3")
	@env -u EXPLORER_STRICT swift build -c release --package-path Benchmarks/Peers --scratch-path .build-peers
	@.build-peers/release/Peers --write docs/dev/peers.md $(ARGS)

verify-bars: deps-test test-servers ## Compare explorer's verify with schemathesis on servers with planted faults (ARGS="--seed 1 explorer")
	@$(MAKE) --no-print-directory release
	@cmp -s Tests/Outside/verify/schemathesis.txt .build/venv-schemathesis/pins.txt || { \
		rm -rf .build/venv-schemathesis && python3 -m venv .build/venv-schemathesis && \
		.build/venv-schemathesis/bin/pip install --quiet --disable-pip-version-check --requirement Tests/Outside/verify/schemathesis.txt && \
		cp Tests/Outside/verify/schemathesis.txt .build/venv-schemathesis/pins.txt; }
	@EXPLORER_BINARY="$(abspath $(RELEASE_BIN)/explorer)" \
		SCHEMATHESIS_BINARY="$(abspath .build/venv-schemathesis/bin/schemathesis)" \
		"$(TEST_VENV)/bin/python" -B Tests/Outside/verify/compare.py $(ARGS)

docs: deps-build ## Build the documentation of NetLayer (DocC) in .build/docs; fails on any warning, and when the public API differs from docs/api
	@scripts/docs.sh

api: deps-build ## Rewrite docs/api, the list of the public API; refuses what vanished unless CHANGELOG.md names it in "Breaking"
	@scripts/docs.sh --write

outside: deps-build ## Build and test Tests/Outside, a package that uses the products of this one as the package of another author does
	@scripts/outside.sh

install: ## Install programs, manual and completions under PREFIX=/usr/local (DESTDIR= to stage)
	@# With 'make release && sudo make install' root installs what the user built, and builds nothing.
	@if [ -z "$${SUDO_USER:-}" ] || [ ! -x $(RELEASE_BIN)/explorer ] || [ ! -x $(RELEASE_BIN)/explorer-demo ]; then $(MAKE) --no-print-directory release; fi
	@install -d "$(BIN)" "$(SHARE)/man/man1" "$(SHARE)/bash-completion/completions" "$(SHARE)/zsh/site-functions" \
		"$(SHARE)/fish/vendor_completions.d" "$(SHARE)/doc/explorer"
	@for program in $(PROGRAMS); do \
		install -m 755 "$(RELEASE_BIN)/$$program" "$(BIN)/$$program"; \
		if command -v strip >/dev/null; then strip "$(BIN)/$$program"; fi; \
		install -m 644 "share/man/$$program.1" "$(SHARE)/man/man1/$$program.1"; \
		"$(RELEASE_BIN)/$$program" --generate-completion-script bash > "$(SHARE)/bash-completion/completions/$$program"; \
		"$(RELEASE_BIN)/$$program" --generate-completion-script zsh > "$(SHARE)/zsh/site-functions/_$$program"; \
		"$(RELEASE_BIN)/$$program" --generate-completion-script fish > "$(SHARE)/fish/vendor_completions.d/$$program.fish"; \
	done
	@# The texts of other projects are not ours to keep: they are collected from what was linked in.
	@scripts/third-party.py .build/THIRD-PARTY.txt
	@install -m 644 LICENSE .build/THIRD-PARTY.txt docs/schema/explorer.schema.json "$(SHARE)/doc/explorer/"
	@echo "Installed $(PROGRAMS) in $(BIN)"

uninstall: ## Remove what install put under PREFIX (and DESTDIR)
	@for program in $(PROGRAMS); do \
		rm -f "$(BIN)/$$program" "$(SHARE)/man/man1/$$program.1" "$(SHARE)/bash-completion/completions/$$program" \
			"$(SHARE)/zsh/site-functions/_$$program" "$(SHARE)/fish/vendor_completions.d/$$program.fish"; \
	done
	@rm -rf "$(SHARE)/doc/explorer"
	@echo "Removed $(PROGRAMS) from $(BIN)"

clean: ## Remove everything that was built
	@rm -rf .build .build-*

doctor: ## Show what this machine has of what the project needs
	@scripts/dependencies.sh doctor

deps: deps-build deps-test ## Install what building and testing need

deps-build: .build/.deps-build ## Install what building needs (Debian packages; looks first)

deps-test: .build/.deps-test ## Install what testing needs beside that

test-servers: deps-test ## Install the servers that the tests talk to, in .build/venv
	@scripts/test-servers.sh "$(TEST_VENV)"

# The stamps: once all is there, apt is left alone.
.build/.deps-%: scripts/dependencies.sh
	@scripts/dependencies.sh $*
	@mkdir -p .build
	@touch $@
