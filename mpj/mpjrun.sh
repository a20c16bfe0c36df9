#!/usr/bin/env bash
# MPJ Express's mpjrun: runs a program by the daemon that mpjboot has started. Written by FTMPJ's `./ftmpj setup`.
# MPJ Express's starter listens at one port, which its configuration names, so two at once would fail by
# "Address already in use". Here each has a configuration of its own with a port that is free.
set -euo pipefail
bin=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)
export MPJ_HOME=${MPJ_HOME:-$(dirname "$bin")}
. "$bin/listening.sh"

if [[ " $* " == *" -dev niodev "* ]] && ! listening "$(configured mpjexpress.mpjdaemon.port.1)" &&
  [[ " $* " != *" -dport "* ]]; then
  echo "mpjrun.sh: no daemon listens on this host; start it with mpjboot" >&2
  exit 1
fi

own=$(mktemp -d)
mkdir "$own/conf"
ln -s "$MPJ_HOME/lib" "$own/lib"
ln -s "$MPJ_HOME/logs" "$own/logs"
port=$((20000 + $$ % 10000))
while listening "$port"; do port=$((port + 1)); done
sed "s/^mpjexpress\.mpjrun\.port\.1=.*/mpjexpress.mpjrun.port.1=$port/" \
  "$MPJ_HOME/conf/mpjexpress.conf" >"$own/conf/mpjexpress.conf"

machines=()
if [[ ! -f machines && " $* " != *" -machinesfile "* ]]; then
  echo localhost >"$own/machines"
  machines=(-machinesfile "$own/machines")
fi
# Removes it when the starter has ended, which becomes this process and gets its signals.
(
  trap '' INT TERM HUP
  while kill -0 $$ 2>/dev/null; do sleep 1; done
  rm -rf "$own"
) </dev/null >/dev/null 2>&1 &
MPJ_HOME=$own exec "$java" -cp "$own/lib/*" runtime.starter.MPJRun ${machines[@]+"${machines[@]}"} "$@"
