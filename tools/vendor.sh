#!/usr/bin/env bash
# Fetches what is vendored from npm: pinned versions, the named files and their licences,
# hashes checked.  Only a maintainer who changes a version needs to run it.
set -euo pipefail
cd "$(dirname "$0")/.."

lucide=1.62.0
lucide_sha512=WBZA/m2PvkFpMGHDtsBck5P2A9G4ehLlYu4GwwICcmEm1BvYVgj00lCDxKRWLlbMlOibLaiwdQ88G5pHkSWgwA==
icons=(arrow-down arrow-up arrow-up-down check chevron-left circle-alert crown dices expand hourglass plus
  settings share undo-2 redo-2 x)

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
npm pack --silent --pack-destination "$folder" "lucide-static@$lucide" >/dev/null
package=$folder/lucide-static-$lucide.tgz
echo "$(echo "$lucide_sha512" | base64 -d | xxd -p -c 64)  $package" | sha512sum --check --quiet

rm -rf templates/icons/lucide
mkdir -p templates/icons/lucide
tar -xzf "$package" -C "$folder"
for icon in "${icons[@]}"; do
  # One line, without the class and the comment: they are inlined, and the licence stands beside.
  sed -e '/@license/d' -e '/class=/d' "$folder/package/icons/$icon.svg" | tr '\n' ' ' |
    sed -e 's/  */ /g' -e 's/ *> */>/g' -e 's/ *$//' >"templates/icons/lucide/$icon.svg"
done
cp "$folder/package/LICENSE" templates/icons/lucide/LICENSE
