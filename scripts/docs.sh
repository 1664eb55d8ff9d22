#!/usr/bin/env bash
# docs.sh [--write]: builds the products for other packages, and NetLayer's documentation in .build/docs. Fails on any warning of DocC (a link that
# leads nowhere, a comment that names some parameters and not the others), on a public symbol without a comment, on a public type or an article without
# a topic group (of these two DocC says nothing), and on a public API that differs from docs/api (`--write` rewrites it, see public-api.py).
set -euo pipefail

docs=.build/docs
archive=$docs/NetLayer.doccarchive
products=(NetLayer NetLayerFoundation NetLayerTesting NetLayerObservability)

# It stands beside the compiler, which may be on the PATH by a link alone.
docc=$(command -v docc || true)
if [ -z "$docc" ]; then docc=$(dirname "$(readlink -f "$(command -v swift)")")/docc; fi
if [ ! -x "$docc" ]; then
  echo "docc is not there, neither in PATH nor beside swift: it comes with Swift's toolchain" >&2
  exit 1
fi

# `make test` has built all of it.
[ -n "${BUILT:-}" ] || for product in "${products[@]}"; do scripts/swift-build.sh --target "$product"; done
modules=$(swift build --show-bin-path)/Modules
triple=$(swift -print-target-info | python3 -c 'import json, sys; print(json.load(sys.stdin)["target"]["unversionedTriple"])')

# An older run may have left graphs or pages of what is no more.
rm -rf "$docs"
# extract MODULE: its symbol graphs. NetLayer's module names those of its C libraries, which are no part of it.
extract() {
  mkdir -p "$docs/graphs/$1"
  swift symbolgraph-extract -module-name "$1" -target "$triple" -I "$modules" \
    -Xcc -fmodule-map-file=Sources/CSystem/CCurl/module.modulemap -Xcc -fmodule-map-file=Sources/CSystem/CPSL/module.modulemap \
    -Xcc -fmodule-map-file=Sources/CSystem/CBrotli/module.modulemap -Xcc -fmodule-map-file=Sources/CSystem/CZlib/module.modulemap \
    -Xcc -fmodule-map-file=Sources/CSystem/CZstd/module.modulemap \
    -Xcc -fmodule-map-file=Sources/CSystem/CPCRE2/module.modulemap -Xcc -fmodule-map-file=Sources/CSystem/CCrypto/module.modulemap \
    -minimum-access-level public -output-dir "$docs/graphs/$1"
}
lists=()
for product in "${products[@]}"; do
  extract "$product"
  scripts/undocumented.py "$docs/graphs/$product"
  lists+=("$product=$docs/graphs/$product")
done
# The types that NetLayer exports again are a part of its API.
extract Document
exported=$(sed -n 's/^@_exported import struct Document\.//p' Sources/NetLayer/Message/JSONTypes.swift | paste -sd,)
scripts/public-api.py "$@" "${lists[@]}" "NetLayer-JSON=$docs/graphs/Document:$exported"
scripts/topics.py "$docs/graphs/NetLayer" Sources/NetLayer/NetLayer.docc
"$docc" convert Sources/NetLayer/NetLayer.docc --additional-symbol-graph-dir "$docs/graphs/NetLayer" --output-path "$archive" \
  --transform-for-static-hosting --warnings-as-errors

echo "The documentation is in $archive. To read it:"
echo "    python3 -m http.server --bind 127.0.0.1 --directory $archive 8000"
echo "and open http://127.0.0.1:8000/documentation/netlayer/"
