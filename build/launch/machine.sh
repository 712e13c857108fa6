# Sourced by ./terra: what its commands need of this machine, and how that gets there on Debian and Ubuntu. Runs before there is a Java.

LEAST_JAVA=17
LEAST_NODE=18
# apt waits for dpkg's lock by itself, but not for the lock of its lists, which others hold for seconds.
LOCK_SECONDS=300
LOCK_PAUSE_SECONDS=10

fail() { printf 'terra: %s\n' "$*" >&2; exit 1; }

is_root() { [ "$(id -u)" = 0 ]; }

# Java ---------------------------------------------------------------------------------------------------------------

java_said() { # java_said JAVA PROPERTY: a property of that Java
  "$1" -XshowSettings:properties -version 2>&1 | sed -n "s/^ *$2 = //p" | head -n 1
}

java_fits() { # java_fits JAVA [COMPILER]: is it new enough, and has it a compiler where one is asked for?
  local version
  version=$(java_said "$1" java.specification.version 2>/dev/null) || return 1
  version=${version%%.*}
  [ "${version:-0}" -ge "$LEAST_JAVA" ] || return 1
  [ -z "${2:-}" ] || [ -x "$(java_said "$1" java.home)/bin/javac" ]
}

find_java() { # find_java [COMPILER]: sets java to the first one that fits: JAVA_HOME's and no other, or the path's, or another that is installed
  local candidate
  while read -r candidate; do
    if java_fits "$candidate" "${1:-}"; then java=$candidate; return 0; fi
  done < <(if [ -n "${JAVA_HOME:-}" ]; then echo "$JAVA_HOME/bin/java"; else command -v java; update-alternatives --list java 2>/dev/null; fi)
  return 1
}

check_java_home() { # check_java_home [COMPILER]: nothing that is installed helps where it names another Java
  [ -z "${JAVA_HOME:-}" ] || java_fits "$JAVA_HOME/bin/java" "${1:-}" ||
    fail "JAVA_HOME is $JAVA_HOME, which has no Java $LEAST_JAVA or newer${1:+ with a compiler}: set it to one, or unset it"
}

# What is needed -----------------------------------------------------------------------------------------------------

node_fits() {
  local version
  command -v npm >/dev/null && version=$(node --version) && version=${version#v} && [ "${version%%.*}" -ge "$LEAST_NODE" ]
}

c_compiles() { cc -E -x c -o /dev/null - <<<'#include <stdio.h>'; }

jdk_package() { # Debian's newest releases have no Java 17
  if [ -z "$(apt-cache -q policy openjdk-17-jdk-headless 2>/dev/null)" ] && [ -n "$(apt-cache -q policy default-jdk-headless 2>/dev/null)" ]; then
    echo default-jdk-headless
  else
    echo openjdk-17-jdk-headless
  fi
}

node_packages() { # Node's own package brings npm, and Debian's npm cannot be installed beside it
  if apt-cache -q policy nodejs 2>/dev/null | grep -q nodesource; then echo nodejs; else echo nodejs npm; fi
}

want() { # want NAME PACKAGES TEST...: notes what is missing, unless the test holds; PACKAGES may be a function that prints them
  local name=$1 packages=$2
  shift 2
  if ! "$@" >/dev/null 2>&1; then
    names+=("$name")
    case $packages in *_package | *_packages) packages=$("$packages") ;; esac # no package of Debian has such a name
    missing+=("$packages")
  fi
}

wants_java() {
  check_java_home
  want "Java $LEAST_JAVA or newer" jdk_package find_java
}

wants_build() {
  check_java_home compiler
  want "a JDK $LEAST_JAVA or newer" jdk_package find_java compiler
  want mvn maven command -v mvn
  want "Node.js $LEAST_NODE or newer with npm" node_packages node_fits
}

wants_network() { # the emulated WAN
  want ip iproute2 command -v ip
  want ping iputils-ping command -v ping
  want ps procps command -v ps
  want "a C compiler with the C library's headers" "gcc libc6-dev" c_compiles
  want "unshare, setsid and setpriv" util-linux command -v setpriv
  want mount mount command -v mount
  want hostname hostname command -v hostname
}

wants_root_tests() { # beside the network's
  want promtool prometheus command -v promtool
  want ovs-vswitchd openvswitch-switch command -v ovs-vswitchd
  want nft nftables command -v nft
  want iperf3 iperf3 command -v iperf3
}

wants_kerberos() { want kadmin.local "krb5-kdc krb5-admin-server" command -v kadmin.local; }

# How it gets there --------------------------------------------------------------------------------------------------

collect() { # collect WANTS...: what of it is missing now
  names=() missing=()
  local wants
  for wants in "$@"; do "$wants"; done
}

listed() { # listed WORD...: as a list in a sentence
  local all
  all=$(printf '%s, ' "$@")
  printf '%s' "${all%, }"
}

apt() { LC_ALL=C DEBIAN_FRONTEND=noninteractive apt-get -q -o "DPkg::Lock::Timeout=$LOCK_SECONDS" "$@" </dev/null >&2; }

refresh() { # apt's lists; an older list may do where they cannot be had
  local waited=0 said
  while said=$(apt update 2>&1) || true; [[ $said == *"Could not get lock"* ]] && [ "$waited" -lt "$LOCK_SECONDS" ]; do
    if [ "$waited" = 0 ]; then echo "terra: another program updates apt's lists; waiting for it" >&2; fi
    sleep "$LOCK_PAUSE_SECONDS"
    waited=$((waited + LOCK_PAUSE_SECONDS))
  done
  grep -E '^(E|W|Err)' <<<"$said" >&2 || true
}

line() { # the one line that installs it
  local by=
  is_root || by='sudo '
  echo "${by}apt-get update && ${by}apt-get install -y --no-install-recommends ${missing[*]}"
}

ensure() { # ensure WANTS...: installs what is missing where root may and apt is there, or says what to type
  collect "$@"
  if [ ${#missing[@]} = 0 ]; then return 0; fi
  if is_root && command -v apt-get >/dev/null; then
    refresh
    collect "$@"
    echo "terra: installing ${missing[*]}" >&2
    # shellcheck disable=SC2086
    apt install -y --no-install-recommends ${missing[*]} || fail "apt-get could not install it; once it can: $(line)"
    collect "$@"
    [ ${#missing[@]} = 0 ] || fail "missing after it was installed: $(listed "${names[@]}"). Debian 12 and Ubuntu 24.04 have what is needed; on older ones install newer versions by hand"
  elif command -v apt-get >/dev/null; then
    fail "missing: $(listed "${names[@]}"). To install it: $(line)"
  else
    fail "missing: $(listed "${names[@]}"). This system has no apt-get: install them by its own means"
  fi
}
