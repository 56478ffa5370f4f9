# What a contributor does with Exhibit; `make` alone lists it.
#   BUILD=DIR   where Swift builds, .build unless told otherwise
#   LAB=no      tests without the virtual board
#   DEMO=…      what the demo is told, as in DEMO='--store /tmp/demo'
#   DESTINATION=FILE  for `release`: another architecture, as SwiftPM's destinations are written
#   DEBUG_INFO=none  builds a sixth faster, for machines on which nobody opens a debugger
#   SEED=N      where a soak begins, a seed that nobody has tried unless told otherwise
#   MUTANTS=N   how many mutants, 300 unless told otherwise, 0 for all
#   INPUTS=N    how many bad inputs for each target of `fuzz`, 20000 unless told otherwise

BUILD ?= .build
LAB ?= $(or $(EXHIBIT_LAB),yes)

SEED ?= $(shell date +%s)
MUTANTS ?= 300
INPUTS ?= 20000

TIMED := deploy/timed
WITHOUT_LAB := $(filter no,$(LAB))

export EXHIBIT_STRICT = 1
export EXHIBIT_BIN ?= $(BUILD)/debug/exhibit

FLAGS := --scratch-path $(BUILD) --explicit-target-dependency-import-check error \
  $(if $(DEBUG_INFO),-debug-info-format $(DEBUG_INFO) \
    -Xswiftc -index-ignore-system-modules -Xswiftc -index-ignore-clang-modules)
# The Swift runtime inside, as a board gets it.
# Relocations packed: the start reads 1 MB less, which is the program's size less too.
# No names for others to link against, and functions that are alike once; types by code, and not by names that each
# start would read.
RELEASE := -c release --static-swift-stdlib -Xswiftc -use-ld=lld -Xlinker -z -Xlinker pack-relative-relocs \
  -Xlinker --no-export-dynamic -Xlinker --icf=all \
  -Xswiftc -Xfrontend -Xswiftc -disable-concrete-type-metadata-mangled-name-accessors \
  $(if $(DESTINATION),--destination $(DESTINATION))
SWIFT_FILES := Sources Tests Package.swift

.DEFAULT_GOAL := help
.PHONY: help build release default demo test outside rest unit replay docs simulate simulator seeds seeds-some seeds-in-turn calls bugs bugs-in-turn reworded faces faults \
  soak mutants fuzz check format lab lab-core lab-rest lab-shell lab-arm64 \
  bench bench-deploy deb deb-arm64 deb-faces roots image clean

help: ## list these targets
	@sed -n 's/^\([a-z0-9-]*\):.*## \(.*\)/\1|\2/p' Makefile | while IFS='|' read -r name what; do \
	  printf '  make %-12s %s\n' "$$name" "$$what"; done

build: ## build everything for debugging, tests and what gets bad input included; a warning is an error
	EXHIBIT_FUZZ=1 $(TIMED) "build for debugging" swift build $(FLAGS) --build-tests

release: ## build the programs for use, the Swift runtime inside each
	$(TIMED) "build for use" sh -c 'for product in exhibitd exhibit exhibit-tools; do \
	  swift build $(FLAGS) $(RELEASE) --product $$product || exit; done'

default: ## make BUILD/default-exhibit.sqlite, the default database with the texts in all languages
	swift build $(FLAGS) --product exhibit-tools
	$(EXHIBIT_BIN)-tools db make $(BUILD)/default-exhibit.sqlite en=docs/sentences.toml de=deploy/languages/de.toml

demo: ## try the camera on a simulated board, in this terminal
	@swift build $(FLAGS) --product exhibit-tools
	@swift build $(FLAGS) --product exhibit
	@$(EXHIBIT_BIN) demo $(DEMO)

# The optimiser sees code that the debug build doesn't show it, so the program is built for use too, and that is what
# the virtual board runs.
test: unit replay release simulator ## run the tests that a change wants at once, in a quarter of an hour
	$(MAKE) --no-print-directory --jobs=2 outside seeds-some
	$(if $(WITHOUT_LAB),,$(MAKE) --no-print-directory EXHIBIT_BIN=$(BUILD)/release/exhibit lab-core)
	@$(if $(WITHOUT_LAB),echo "make test: the virtual board was left out (LAB=no); nothing ran on real drivers.")

# What drives the program from outside; it waits most of the time, and seeds have what it leaves.
outside:
	$(TIMED) "the programs" Tests/Programs/linked $(BUILD)/release
	$(TIMED) "the terminal" Tests/Terminal/session
	$(TIMED) "tampering" Tests/Verify/tampering
	$(TIMED) "the voice" Tests/Voice/audible
	$(TIMED) "the stories" env EXHIBIT_BIN=$(BUILD)/release/exhibit Tests/Stories/play

# The board keeps a processor busy at most; the simulations have what it leaves.
rest: release simulator ## run what `test` leaves to continuous integration, some of it by turns: see Tests/turn
	$(MAKE) --no-print-directory --jobs=3 EXHIBIT_BIN=$(BUILD)/release/exhibit $(if $(WITHOUT_LAB),,lab-rest) \
	  seeds-in-turn calls bugs-in-turn reworded faces
	@$(if $(WITHOUT_LAB),echo "make rest: the virtual board was left out (LAB=no); nothing ran on real drivers.")

unit: build ## run the unit tests
	$(TIMED) "unit tests" swift test $(FLAGS) --skip-build

replay: build ## try the bad input that is kept, without libFuzzer
	$(TIMED) "kept bad input" Tests/Fuzz/fuzz --build $(BUILD) --replay

docs: build ## make docs/sentences.toml and docs/light.svg from the code, and docs/demo.svg and docs/viewfinder.png from the demo, and the answers and the page in docs/STORIES.md
	EXHIBIT_WRITE_DOCS=1 swift test $(FLAGS) --skip-build --filter 'LightPictureTests/thePicture|SentenceTests/theList|ReferenceTests/the|ManualPageTests/thePage'
	Tests/Terminal/picture docs/demo.svg
	Tests/Terminal/viewfinder docs/viewfinder.png
	STORIES=write Tests/Stories/play

simulate: simulator ## run 200 seeds of an hour's trouble, and see each planted bug caught
	$(MAKE) --no-print-directory --jobs=2 --output-sync=target seeds calls bugs

simulator:
	$(TIMED) "build the simulator" swift build $(FLAGS) $(RELEASE) --product simulate

seeds:
	$(TIMED) "200 seeds" chrt --idle 0 $(BUILD)/release/simulate --seeds 200 --quiet

seeds-in-turn:
	$(TIMED) "seeds" chrt --idle 0 $(BUILD)/release/simulate $$(Tests/turn seeds) --quiet

seeds-some:
	$(TIMED) "20 seeds" chrt --idle 0 $(BUILD)/release/simulate --seeds 20 --quiet --verifier docs/verify.py

# Some of what `faults` does to each call of the medium.
calls:
	$(TIMED) "failing calls" chrt --idle 0 $(BUILD)/release/simulate faults --step 12

bugs: ## see each planted bug caught by the rule that is there for it
	$(TIMED) "planted bugs" chrt --idle 0 Tests/Bugs/catch --build $(BUILD)

bugs-in-turn:
	$(TIMED) "planted bugs" chrt --idle 0 Tests/Bugs/catch --build $(BUILD) $$(Tests/turn bugs)

reworded: ## see that the program does the same with other words in every sentence, and in German
	$(TIMED) "other words" env BUILD=$(BUILD) Tests/Reworded/paraphrase

faces: ## build the face analyser on Debian 13, and measure what it finds and what it takes
	$(TIMED) "faces" chrt --idle 0 env BUILD=$(BUILD)/faces Tests/Faces/measure

deb-faces: ## make the face analyser's Debian packages, for amd64 and by cross-compiling for arm64, and install and run them
	$(TIMED) "packages of the face analyser" sh -c 'deploy/faces/package $(BUILD)/package/faces && deploy/faces/package $(BUILD)/package/faces-arm64 arm64'
	$(TIMED) "the face analyser's package's life" Tests/Faces/lifecycle $(BUILD)/package/faces
	$(TIMED) "the face analyser on arm64" Tests/Faces/on-arm64 $(BUILD)/package/faces $(BUILD)/package/faces-arm64

faults: simulator release ## fail each call of the store's medium, cut the power at each, try bad input, replay real ext4
	$(BUILD)/release/simulate faults
	$(MAKE) --no-print-directory fuzz
	$(if $(filter no,$(LAB)),,LAB_STATES=200 LAB_LONGEST_S=3600 EXHIBIT_BIN=$(BUILD)/release/exhibit board/lab/lab run flushes)

soak: test faults deb lab-arm64 ## run all there is: nothing by turns, weeks of trouble from seeds never tried, mutants of Core
	EXHIBIT_TURN=all $(MAKE) --no-print-directory rest
	$(BUILD)/release/simulate --seed $(SEED) --seeds 1000 --hours 24
	$(MAKE) --no-print-directory mutants

mutants: ## count the one-line faults of Core that neither its tests nor 20 seeds see
	Tests/Mutants/kill --build $(BUILD) --count $(MUTANTS)

fuzz: ## try bad pictures, records, keys, configurations and console lines, by libFuzzer
	Tests/Fuzz/fuzz --build $(BUILD) --inputs $(INPUTS)

check: build ## hold format, imports, warnings, shellcheck and flake8; run it before each commit
	swift format lint --strict --recursive $(SWIFT_FILES)
	deploy/check-scripts
	swift test $(FLAGS) --skip-build --filter ArchitectureTests

format: ## rewrite the Swift files in the house format
	swift format --in-place --recursive $(SWIFT_FILES)

lab: build ## run the scenarios on the virtual board
	board/lab/lab run

lab-core:
	$(TIMED) "virtual board, its core" board/lab/lab run core

lab-rest:
	$(TIMED) "virtual board, the rest" board/lab/lab run rest $$(Tests/turn themes)

lab-shell: build ## open a shell on the virtual board
	board/lab/lab shell

bench: release ## measure against the targets
	EXHIBIT_BIN=$(BUILD)/release/exhibit swift run $(FLAGS) -c release Benchmark
	Tests/Programs/start $(BUILD)/release
	EXHIBIT_BIN=$(BUILD)/release/exhibit board/lab/lab bench

deb: ## make the Debian package for this architecture, and install, upgrade and remove it
	$(TIMED) "package, its tests on Debian 13" deploy/package $(BUILD)/package/native
	$(TIMED) "the package's life" Tests/Package/lifecycle $(BUILD)/package/native

deb-arm64: ## make the Debian package for arm64, by cross-compiling
	$(TIMED) "package for arm64" deploy/package $(BUILD)/package/arm64 arm64

roots: ## make the Debian roots in which packages and images are made, once
	$(TIMED) "Debian roots" sh -c 'for root in tools board arm64 visitor bare build faces faces-package faces-bare; do deploy/root path $$root || exit; done'

IMAGE := $(BUILD)/image/exhibit-arm64.img

image: deb-arm64 ## make a disk image of an arm64 board, with the package installed
	$(TIMED) "image of a board" deploy/image $(IMAGE) $(BUILD)/package/arm64/exhibit_*_arm64.deb

lab-arm64: image ## start that image on the virtual arm64 board, and run the core scenarios
	$(TIMED) "virtual arm64 board" board/lab/lab-arm64 $(IMAGE) run

bench-deploy: image ## measure the installed package on the virtual arm64 board
	board/lab/lab-arm64 $(IMAGE) bench

clean: ## remove what was built
	rm -rf $(BUILD)
