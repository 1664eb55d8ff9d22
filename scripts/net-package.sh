#!/usr/bin/env bash
# net-package.sh FOLDER: makes FOLDER a package of NetLayer and its tests alone, of links into this checkout, and prints the folder's path.
# Build it with EXPLORER_ONLY=NetLayer, which Package.swift reads.
set -euo pipefail

root=$(cd "$(dirname "$0")/.." && pwd)
mkdir -p "$1"
cd "$1"
for name in Sources Tests Package.swift; do [ -e "$name" ] || ln -s "$root/$name" "$name"; done
pwd
