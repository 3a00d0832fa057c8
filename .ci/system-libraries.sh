#!/bin/sh
# Installs the system packages that Python, Qt and OpenCV need on Debian and Ubuntu, where one is missing.
# Without the right to install, prints the one line to run and fails.
set -u

[ "$(uname -s)" = Linux ] || exit 0

libraries="
libEGL.so.1:libegl1
libGL.so.1:libgl1
libglib-2.0.so.0:libglib2.0-0
libxkbcommon.so.0:libxkbcommon0
libfontconfig.so.1:libfontconfig1
libdbus-1.so.3:libdbus-1-3
libxkbcommon-x11.so.0:libxkbcommon-x11-0
libxcb-cursor.so.0:libxcb-cursor0
libxcb-icccm.so.4:libxcb-icccm4
libxcb-keysyms.so.1:libxcb-keysyms1
libxcb-image.so.0:libxcb-image0
libxcb-render-util.so.0:libxcb-render-util0
libxcb-xkb.so.1:libxcb-xkb1
libxcb-shape.so.0:libxcb-shape0
"

known=$(PATH="$PATH:/sbin:/usr/sbin" ldconfig -p)
missing=""
for pair in $libraries; do
    case "$known" in
        *"${pair%%:*} "*) ;;
        *) missing="$missing ${pair##*:}" ;;
    esac
done
if ! command -v python3 >/dev/null; then
    missing="$missing python3 python3-venv"
elif ! python3 -c 'import ensurepip, venv' 2>/dev/null; then
    missing="$missing python3-venv"
fi
[ -n "$missing" ] || exit 0

if ! command -v apt-get >/dev/null; then
    echo "These system libraries are missing (named as on Debian):$missing. Install them with this system's package manager." >&2
    exit 1
fi
if [ "$(id -u)" = 0 ]; then
    as_root=""
elif command -v sudo >/dev/null; then
    as_root="sudo"
else
    as_root="none"
fi
# shellcheck disable=SC2086
if [ "$as_root" != none ] &&
    $as_root apt-get update -q &&
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends $missing; then
    exit 0
fi
echo "System packages are missing. Run this line, then try again:" >&2
echo "  apt-get update && apt-get install -y --no-install-recommends$missing    (as root, or with sudo)" >&2
exit 1
