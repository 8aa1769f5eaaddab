#!/usr/bin/env bash
# Compiles requirements/*.in to hashed requirements/*.txt with uv (from PyPI); arguments go to uv, such as --upgrade.
# Each file contains the one before it, and takes its versions: an environment can grow without changing what it has.
set -euo pipefail
cd "$(dirname "$0")/../requirements"

compile() {
    local output=$1
    shift
    # One version for all Pythons (fewest), so that everybody plays and tests the same.
    uv pip compile --quiet --universal --python-version 3.11 --fork-strategy fewest --generate-hashes \
        --no-emit-index-url --no-emit-find-links --custom-compile-command "tools/requirements.sh [--upgrade]" \
        "${arguments[@]}" --output-file "$output" "$@"
}

arguments=("$@")
compile run.txt run.in
compile solve.txt run.in solve.in --constraints run.txt
compile test.txt run.in solve.in test.in --constraints solve.txt
