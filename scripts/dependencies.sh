#!/usr/bin/env bash
# What the project needs from the system: looks first, and installs with apt only what is missing.
#   dependencies.sh build|test     installs, or says what to run and ends with 1
#   dependencies.sh doctor         only shows what is there
set -euo pipefail

minimum_swift=6.2

# Is this C header in one of the compiler's usual folders?
header() {
    local folder
    for folder in /usr/include /usr/include/*-linux-gnu* /usr/local/include /usr/include/c++/*; do
        [ -e "$folder/$1" ] && return 0
    done
    return 1
}

# Is this program installed? Debian keeps servers in /usr/sbin, which is not on everybody's PATH.
program() { command -v "$1" >/dev/null 2>&1 || [ -x "/usr/sbin/$1" ]; }

python_makes_venvs() { python3 -c 'import venv, ensurepip' >/dev/null 2>&1; }

# The bench compares with PyYAML on libyaml's parser, and asks both Pythons for it.
python_reads_yaml() {
    local python
    for python in python3 /usr/bin/python3; do
        "$python" -c 'import yaml; yaml.CSafeLoader' >/dev/null 2>&1 && return 0
    done
    return 1
}

# A line each: Debian package, what it is for, and the command that tells whether it is there.
needs() {
    case $1 in
    build)
        echo "g++|C and C++ headers, linked by every Swift program|header stdio.h && header string"
        echo "ca-certificates|to fetch packages over https|test -e /etc/ssl/certs/ca-certificates.crt"
        echo "git|to fetch packages|program git"
        echo "python3|scripts, and the server of make outside|program python3"
        echo "libncurses-dev|the terminal|header ncurses.h"
        echo "libcurl4-openssl-dev|the network|header curl/curl.h"
        echo "libpsl-dev|public suffixes, for cookies|header libpsl.h"
        echo "libssl-dev|digests, by libcrypto|header openssl/evp.h"
        echo "libpcre2-dev|regular expressions with limits|header pcre2.h"
        echo "libsqlite3-dev|the history|header sqlite3.h"
        echo "zlib1g-dev|compressed bodies: gzip, deflate|header zlib.h"
        echo "libbrotli-dev|compressed bodies: br|header brotli/decode.h"
        echo "libzstd-dev|compressed bodies: zstd|header zstd.h"
        echo "libpng-dev|images|header png.h"
        echo "libjpeg-dev|images|header jpeglib.h"
        echo "libxml2-dev|XML|header libxml2/libxml/xmlreader.h"
        echo "libcmark-gfm-dev|Markdown|header cmark-gfm.h"
        echo "libcmark-gfm-extensions-dev|tables in Markdown|header cmark-gfm-core-extensions.h"
        ;;
    test)
        echo "tmux|a terminal for the tests|program tmux"
        echo "nginx-light|a real server|program nginx"
        echo "iproute2|ss: which sockets are open|program ss"
        echo "procps|ps and kill|program ps"
        echo "jq|a second opinion on JSON|program jq"
        echo "python3-yaml|a second opinion on YAML|python_reads_yaml"
        echo "curl|a second opinion on HTTP|program curl"
        echo "docker-registry|a server whose lists page by Link|program docker-registry"
        echo "python3-venv|datasette and httpbin as test servers|python_makes_venvs"
        ;;
    esac
}

# The packages of a group that are missing, on one line.
missing() {
    local package purpose probe names=()
    while IFS='|' read -r package purpose probe; do
        eval "$probe" || names+=("$package")
    done < <(needs "$1")
    echo "${names[*]:-}"
}

# Testing needs what building needs, and more.
missing_for() {
    local names
    names=$(missing build)
    if [ "$1" = test ]; then names="$names $(missing test)"; fi
    xargs <<<"$names"
}

# Empty when there is no swift.
swift_version() {
    local text
    text=$(swift --version 2>/dev/null) || true
    sed -n 's/.*Swift version \([0-9.]*\).*/\1/p' <<<"$text"
}

# True when version $1 is $2 or later.
at_least() { [ "$(printf '%s\n%s\n' "$1" "$2" | sort -V | head -n 1)" = "$2" ]; }

require_swift() {
    local version
    version=$(swift_version)
    if [ -n "$version" ] && at_least "$version" "$minimum_swift"; then return; fi
    {
        if [ -z "$version" ]; then echo "There is no 'swift' on the PATH; Swift $minimum_swift or later is needed."; else
            echo "Swift $version is too old; $minimum_swift or later is needed."
        fi
        echo "Install it from https://www.swift.org/install/linux/ (its installer swiftly keeps several), open a new shell, and try again."
    } >&2
    exit 1
}

install_packages() {
    local packages sudo=()
    read -r -a packages <<<"$1"
    if ! command -v apt-get >/dev/null 2>&1; then
        echo "Missing, by the names of Debian's packages: ${packages[*]}" >&2
        echo "This system has no apt-get: install what your distribution calls them, then run make again." >&2
        exit 1
    fi
    local command="apt-get update && apt-get install -y --no-install-recommends ${packages[*]}"
    if [ "$(id -u)" -ne 0 ]; then
        if ! command -v sudo >/dev/null 2>&1; then
            echo "Missing: ${packages[*]}. Neither root nor sudo is at hand; as root, run:" >&2
            echo "    $command" >&2
            exit 1
        fi
        sudo=(sudo)
    fi
    echo "Installing what is missing: ${packages[*]}"
    if "${sudo[@]}" apt-get update &&
        "${sudo[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "${packages[@]}"; then
        # Debian starts a server as soon as it is installed; the tests start their own, on a port of their own.
        if [[ " ${packages[*]} " == *" nginx-light "* ]] && [ -d /run/systemd/system ]; then
            echo "Debian has started nginx on port 80. The tests do not need that one: systemctl disable --now nginx"
        fi
        return
    fi
    echo "That did not work. Once it can, run as root:" >&2
    echo "    $command" >&2
    exit 1
}

doctor() {
    local group package purpose probe verdict=0 version
    version=$(swift_version)
    if [ -n "$version" ] && at_least "$version" "$minimum_swift"; then
        echo "ok       swift $version"
    else
        echo "MISSING  swift $minimum_swift or later (found: ${version:-none})"
        verdict=1
    fi
    for group in build test; do
        while IFS='|' read -r package purpose probe; do
            if eval "$probe"; then echo "ok       $package: $purpose"; else
                echo "MISSING  $package: $purpose (make deps-$group installs it)"
                verdict=1
            fi
        done < <(needs "$group")
    done
    return $verdict
}

case ${1:-} in
build | test)
    require_swift
    packages=$(missing_for "$1")
    if [ -n "$packages" ]; then install_packages "$packages"; fi
    still=$(missing_for "$1")
    if [ -n "$still" ]; then
        echo "Still missing after the installation: $still" >&2
        exit 1
    fi
    ;;
doctor) doctor ;;
*)
    echo "usage: $0 build|test|doctor" >&2
    exit 64
    ;;
esac
