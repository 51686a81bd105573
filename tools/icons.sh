#!/usr/bin/env bash
# Draws the icons of the installed app from static/icons/icon.svg, with Chromium.
# Only a maintainer who changes the drawing needs to run it.
set -euo pipefail
cd "$(dirname "$0")/../static/icons"

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# draw NAME SIZE GROUND: the ground, where there is one, goes to the edges of whatever shape the
# system cuts the icon to.
draw() {
  echo "<body style='margin: 0; background: $3'>$(cat icon.svg)" >"$folder/icon.html"
  chromium --headless --no-sandbox --disable-gpu --hide-scrollbars --user-data-dir="$folder/profile" \
    --default-background-color=00000000 --window-size="$2,$2" --screenshot="$PWD/$1-$2.png" \
    "file://$folder/icon.html" 2>/dev/null
}

for size in 192 512; do
  draw icon "$size" transparent
  draw maskable "$size" '#1f5f4a'
done
draw touch 180 '#1f5f4a'
