#!/usr/bin/env bash
# Installs what the Makefile's commands need, and says nothing when nothing is to be done.
#
#   tools/setup.sh run        .venv with the program
#   tools/setup.sh dev        .venv with the program and the tools that check it
#   tools/setup.sh browser    a Chromium for the tests in tests/ui (after dev)
#
# PYTHON names the interpreter to build .venv with. Exits 2, naming the remedy,
# when something is missing that it may not install.
set -euo pipefail
cd "$(dirname "$0")/.."

PYTHON=${PYTHON:-python3}
browser=(chromium chromium-headless-shell fonts-dejavu-core fonts-noto-color-emoji
  libatomic1) # the last for Playwright

stop() {
  printf 'Scorekeeper: %s\n' "$@" >&2
  exit 2
}

as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"; else sudo -n "$@"; fi
}

apt_install() {
  command -v apt-get >/dev/null && as_root true 2>/dev/null || return 1
  echo "Installing $* with apt-get ..."
  # Old lists may do: a failed update alone is no reason to give up.
  as_root env DEBIAN_FRONTEND=noninteractive apt-get update -qq || true
  as_root env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y -qq --no-install-recommends "$@" >/dev/null
}

new_enough() { "$PYTHON" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; }
has_venv() { "$PYTHON" -c 'import ensurepip, venv' 2>/dev/null; }

make_venv() {
  local version
  if version=$("$PYTHON" -V 2>&1) && ! new_enough; then
    stop "Python 3.11 or newer is needed, and $PYTHON is $version." \
      "Name a newer one, for example: make PYTHON=python3.12 run"
  fi
  if ! has_venv && ! { apt_install python3-venv && has_venv && new_enough; }; then
    stop "Python 3.11 or newer with its venv module is needed; looked for as $PYTHON." \
      "On Debian and Ubuntu: apt-get install python3-venv"
  fi
  echo "Making .venv with $("$PYTHON" -V) ..."
  "$PYTHON" -m venv --clear .venv
}

# The stamps hold what .venv was built for. One that was built elsewhere is made
# anew (its scripts know their path), one with other versions is brought up to date.
install() { # run | dev
  local here versions stamp target=.
  here=$(pwd -P)
  versions=$(cat pyproject.toml constraints.txt | cksum)
  if [ "$(cat .venv/stamp-path 2>/dev/null)" != "$here" ] || ! .venv/bin/python -c '' 2>/dev/null; then
    make_venv
    printf '%s\n' "$here" >.venv/stamp-path
  fi
  stamp=$(cat .venv/stamp-packages 2>/dev/null || true)
  case $stamp in
    "$versions $1" | "$versions dev") return 0 ;; # dev holds all that run needs
  esac
  [ "$1" = run ] || target='.[dev]'
  echo "Installing the packages of constraints.txt into .venv ..."
  .venv/bin/python -m pip install --quiet --disable-pip-version-check \
    --constraint constraints.txt --editable "$target" ||
    stop "pip could not install the packages; what it said stands above."
  printf '%s\n' "$versions $1" >.venv/stamp-packages
}

has_browser() {
  [ -x /usr/bin/chromium ] && [ -x /usr/bin/chromium-headless-shell ] &&
    .venv/bin/playwright --version >/dev/null 2>&1
}

install_browser() {
  has_browser || { apt_install "${browser[@]}" && has_browser; } ||
    # Playwright's own Chromium; prints nothing when it is there already.
    .venv/bin/playwright install chromium ||
    [ -x /usr/bin/chromium ] || # without the shell the tests only take longer
    stop "the browser tests need Chromium. On Debian:" "apt-get install ${browser[*]}"
}

for part in "$@"; do
  case $part in
    run | dev) install "$part" ;;
    browser) install_browser ;;
    *) stop "tools/setup.sh knows run, dev and browser, not '$part'." ;;
  esac
done
