#!/usr/bin/env bash
# Puts the test servers of test-servers.txt into a Python environment of the project's own, once.
# Without them the tests that need them are skipped, and say so: no network is no reason for a red run.
set -euo pipefail

venv=$1
pins=$(dirname "$0")/test-servers.txt

if cmp -s "$pins" "$venv/pins.txt"; then exit 0; fi

echo "Installing the test servers (datasette, httpbin, jupyter_server, authlib, moto) into $venv"
rm -rf "$venv"
if python3 -m venv "$venv" &&
    "$venv/bin/pip" install --quiet --disable-pip-version-check --retries 1 --timeout 20 --requirement "$pins"; then
    # Written last: an installation that was cut off is made anew.
    cp "$pins" "$venv/pins.txt"
    exit 0
fi
rm -rf "$venv"
cat >&2 <<'NOTE'

 **  The test servers could not be installed (is pypi.org out of reach?).           **
 **  The tests against datasette, httpbin and the like will be SKIPPED.             **
 **  'make test-servers' tries again.                                               **

NOTE
