# Sourced by verify-packages and verify-install: a chroot made by debootstrap, and rows of what has to hold in it.
# Before: $program, the name of who sources it, and here, its folder. TERRA_BASE_FOLDER names a folder that debootstrap made before.
keep= json= suite=bookworm
for argument in "$@"; do
  case "$argument" in
    --keep) keep=1 ;; --json) json=1 ;;
    -h | --help) sed -n '2,3s/^# //p' "$0"; exit 0 ;;
    *) echo "$program: unknown argument $argument" >&2; exit 2 ;;
  esac
done
cannot() { printf "$program"': cannot be tried here: %s\n' "$*" >&2; exit 2; }
[ "$(id -u)" = 0 ] || cannot "it needs root, for chroot"
command -v debootstrap >/dev/null || apt-get install -y -q --no-install-recommends debootstrap >&2 || cannot "apt-get install -y debootstrap"
mirror=$(awk '/^URIs:/ {print $2; exit}' /etc/apt/sources.list.d/debian.sources 2>/dev/null || true)
[ -n "$mirror" ] || mirror=$(awk '$1 == "deb" {for (i = 2; i <= NF; i++) if ($i ~ /^http/) {print $i; exit}}' /etc/apt/sources.list 2>/dev/null || true)
[ -n "$mirror" ] || cannot "no mirror of Debian in apt's sources"
work=$(mktemp -d)
chroot=$work/chroot
finish() {
  umount "$chroot/proc" 2>/dev/null || true
  if [ -z "$keep" ]; then rm -rf "$work"; else echo "kept: $work" >&2; fi
}
trap finish EXIT
rows= failed=0
row() { # row NAME COMMAND...: one thing that has to hold
  name=$1; shift
  if "$@" >"$work/row.log" 2>&1; then holds=true; else holds=false; failed=1; fi
  rows="$rows${rows:+,}{\"row\":\"$name\",\"holds\":$holds}"
  if [ -z "$json" ]; then printf '%-6s %s\n' "$([ $holds = true ] && echo holds || echo FAILS)" "$name"; fi
  if [ $holds = false ]; then sed 's/^/       /' "$work/row.log" >&2; fi
}
inside() { chroot "$chroot" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8 "$@"; }
absent() { inside sh -c "! test -e '$1'"; }
present() { inside test -e "$1"; }
said() { inside sh -c "$1" | grep -q -- "$2"; }

fresh_debian() { # makes the chroot, where apt works
  if [ -n "${TERRA_BASE_FOLDER:-}" ]; then cp -a "$TERRA_BASE_FOLDER" "$chroot"
  else debootstrap --variant=minbase "$suite" "$chroot" "$mirror" >"$work/debootstrap.log" 2>&1 || { tail -n 5 "$work/debootstrap.log" >&2; cannot "debootstrap failed"; }
  fi
  cp /etc/apt/apt.conf.d/* "$chroot/etc/apt/apt.conf.d/" 2>/dev/null || true
  cp /etc/resolv.conf "$chroot/etc/resolv.conf" 2>/dev/null || true
  mount -t proc proc "$chroot/proc"
  inside apt-get update -q >"$work/apt.log" 2>&1 || cannot "apt-get update does not work in the chroot"
}

conclude() {
  if [ -n "$json" ]; then printf '{"rows":[%s],"holds":%s}\n' "$rows" "$([ $failed = 0 ] && echo true || echo false)"; fi
  exit $failed
}
