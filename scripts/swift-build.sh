#!/usr/bin/env bash
# swift-build.sh [ARGUMENTS]: `swift build` as run, check and test call it, so that they share .build. With other flags everything
# would be built anew. No data for debuggers and no index, which nothing here reads, and larger batches: docs/decisions/build.md has the figures.
# `make build` builds for debuggers.
set -euo pipefail
exec swift build --disable-index-store -debug-info-format none -Xswiftc -driver-batch-size-limit -Xswiftc 50 "$@"
