# What a contributor does with Exhibit; `make` alone lists it.
#   BUILD=DIR   where Swift builds, .build unless told otherwise
#   LAB=no      tests without the virtual board

BUILD ?= .build
LAB ?= $(or $(EXHIBIT_LAB),yes)

export EXHIBIT_STRICT = 1
export EXHIBIT_BIN ?= $(BUILD)/debug/exhibit

FLAGS := --scratch-path $(BUILD) --explicit-target-dependency-import-check error
SWIFT_FILES := Sources Tests Package.swift

.DEFAULT_GOAL := help
.PHONY: help build release test check format lab lab-shell bench clean

help: ## list these targets
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/\1|\2/p' Makefile | while IFS='|' read -r name what; do \
	  printf '  make %-10s %s\n' "$$name" "$$what"; done

build: ## build everything for debugging, tests included; a warning is an error
	swift build $(FLAGS) --build-tests

release: ## build the program for use, the Swift runtime inside it
	swift build $(FLAGS) -c release --product exhibit --static-swift-stdlib -Xswiftc -use-ld=lld

# The optimiser sees code that the debug build doesn't show it, so the released program is built too.
test: build release ## run every test, the virtual board's included (LAB=no: without it)
	swift test $(FLAGS) --skip-build
ifeq ($(LAB),no)
	@echo "make test: the virtual board was left out (LAB=no); nothing ran on real drivers."
else
	$(MAKE) --no-print-directory lab
endif

check: build ## hold format, imports, warnings and script syntax; run it before each commit
	swift format lint --strict --recursive $(SWIFT_FILES)
	deploy/check-scripts
	swift test $(FLAGS) --skip-build --filter ArchitectureTests

format: ## rewrite the Swift files in the house format
	swift format --in-place --recursive $(SWIFT_FILES)

lab: build ## run the scenarios on the virtual board
	board/lab/lab run

lab-shell: build ## open a shell on the virtual board
	board/lab/lab shell

bench: release ## measure against the targets
	swift run $(FLAGS) -c release Benchmark
	EXHIBIT_BIN=$(BUILD)/release/exhibit board/lab/lab bench

clean: ## remove what was built
	rm -rf $(BUILD)
