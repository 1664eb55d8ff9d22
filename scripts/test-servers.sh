#!/usr/bin/env bash
# Puts the test servers of test-servers.txt, the readers of archives of test-archives.txt, and the checker of schemas of
# test-schemas.txt, into Python environments of the project's own, once. Without them the tests that need them are skipped, and
# say so: no network is no reason for a red run.
set -euo pipefail

venv=$1
here=$(dirname "$0")

# Makes the environment $2 from the pins $1, unless it has them. $3 says what it has.
install_pins() {
    local pins=$1 venv=$2 what=$3
    if cmp -s "$pins" "$venv/pins.txt"; then return; fi
    echo "Installing $what into $venv"
    rm -rf "$venv"
    if python3 -m venv "$venv" &&
        "$venv/bin/pip" install --quiet --disable-pip-version-check --retries 1 --timeout 20 --requirement "$pins"; then
        # Written last: an installation that was cut off is made anew.
        cp "$pins" "$venv/pins.txt"
        return
    fi
    rm -rf "$venv"
    cat >&2 <<NOTE

 **  Not installed (is pypi.org out of reach?): $what
 **  The tests that need them will be SKIPPED.
 **  'make test-servers' tries again.

NOTE
}

install_pins "$here/test-servers.txt" "$venv" "the test servers (datasette, httpbin, jupyter_server, authlib, moto, FastAPI, Django)"
install_pins "$here/test-archives.txt" "$venv-archives" "the readers of archives (haralyzer, mitmproxy)"
install_pins "$here/test-schemas.txt" "$venv-schemas" "the checker of schemas (openapi-core)"
