# Everything a person runs. Each target does its own set-up; `make` alone lists them.

.DEFAULT_GOAL := help
SHELL := bash
.SHELLFLAGS := -euo pipefail -c
NPX := npx --no-install

help:
	@echo "make run     set up, build and serve http://127.0.0.1:8080 with sample content"
	@echo "make test    set up, then every check and test"
	@echo "make build   the release binary, target/release/umeed"
	@echo "make package the Debian package, a tarball and what it is made of, in target/package"
	@echo "make try-package  install, upgrade and remove it in a fresh Debian (root; some minutes)"
	@echo "make try-live     from a bare Debian to a live site over https, and on to a second one (root; some minutes)"
	@echo "make bench   measure it against nginx, WordPress, Directus, PocketBase, bare SQLite and PostgreSQL"
	@echo "make profile where the processor's time goes, as flame graphs, and what the binary is made of"
	@echo "make siege   the long siege: 500 kills, power cuts, floods (root; about half an hour)"
	@echo "make audit   dependencies against the databases of known holes"
	@echo "make dev     the server and a web server with hot reload on http://127.0.0.1:5173"
	@echo "make schema  derive the web app's types from the declarations in server/src/schema"
	@echo "make format  bring all sources into their usual form"

run: build
	exec target/release/umeed serve

build: web
	cargo build --release --locked

package: build
	scripts/package

try-package: package
	node tests/package/try.mjs

# UMEED_PICTURES=docs/images/hosting also takes the pictures of docs/hosting.md.
try-live: package
	node tests/package/live.mjs

test: web
	@scripts/test

# The web app is compiled into the binary, so it comes first. Skipped when none of its sources changed.
web: tools node_modules/.set-up
	@scripts/build-web

tools:
	@scripts/need-tools

# Not `npm ci`: it refuses where a registry lacks the optional packages of other platforms. Versions are locked either way.
node_modules/.set-up: package.json package-lock.json web/package.json tests/package.json | tools
	npm install --no-save --no-fund --no-audit
	@touch $@

# Each sets up what it is measured against by itself and prints one table; an hour and a half on a quiet machine. At the end it
# names what got worse since the record, bench/figures.json.
bench: build
	cargo build --locked --profile tested --example s3
	for bench in page https peers api pocketbase cluster growth editing staff phone lighthouse pictures footprint backup realtime instructions; do scripts/say "$$bench"; node bench/$$bench.mjs; done
	scripts/say "what got worse"
	node bench/regressions.mjs

# The release build with its symbols, in a folder of its own, so that the one that is shipped stays as it is.
profile-build: web
	CARGO_PROFILE_RELEASE_STRIP=none CARGO_PROFILE_RELEASE_DEBUG=line-tables-only cargo build --release --locked --target-dir target/profile

profile: profile-build
	UMEED_BINARY=target/profile/release/umeed node bench/profile.mjs
	node bench/size.mjs

siege: build
	scripts/need-browser
	cd tests && SIEGE=long KILLS=500 POWER_CUTS=100 SECONDS=20 IDLE=3500 $(NPX) vitest run -c siege/vitest.config.ts

audit: node_modules/.set-up
	cargo deny --version >/dev/null 2>&1 || cargo install --locked cargo-deny
	cargo deny check bans licenses sources
	node scripts/audit.mjs

dev: web
	@scripts/dev

# After a change to a table, a document, a bucket or a role.
schema: web
	scripts/schema

format: node_modules/.set-up
	cargo fmt
	$(NPX) biome check --write

.PHONY: help run build package try-package try-live test web tools bench profile-build profile siege audit dev schema format
